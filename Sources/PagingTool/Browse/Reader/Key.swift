/// A key, or an event of the mouse.
enum Key: Hashable, Sendable {
    case character(Character)
    case up, down, pageUp, pageDown, home, end
    case enter, escape, backspace
    /// The wheel was turned by so many notches, down where positive.
    case wheel(Int)
    /// The button went down, or moved while down, at a place on the screen.
    case press(row: Int, column: Int)
    case drag(row: Int, column: Int)
    case release
}
