/// The place at which a list begins, and the jump that is under way.
struct Starting<Element: Sendable> {
    /// The place at which the list begins.
    var place = StartingPlace.start
    /// The row at which views begin to show the list.
    var beginning = Beginning(0)
    /// The jump that is under way.
    var jump = Seeking<Element>()
}
