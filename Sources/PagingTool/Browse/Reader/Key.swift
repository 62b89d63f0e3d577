/// A key, or a mouse event.
enum Key: Hashable, Sendable {
    case character(Character)
    case up, down, pageUp, pageDown, home, end
    case enter, escape, backspace
    /// The wheel was turned by a number of notches, downwards if positive.
    case wheel(Int)
    /// The mouse button was pressed, or moved while pressed, at a place on the screen.
    case press(row: Int, column: Int)
    case drag(row: Int, column: Int)
    case release
}
