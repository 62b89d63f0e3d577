/// A line of input at the bottom of the screen.
struct Prompt: Hashable, Sendable {
    /// Its purpose.
    enum Kind: Hashable, Sendable {
        case row
        case section
    }

    /// The result of a key.
    enum Outcome: Hashable, Sendable {
        case typing
        case done
        case cancelled
    }

    /// The most characters of a line.
    static let longest = 80

    let kind: Kind
    private(set) var text = ""

    init(_ kind: Kind) {
        self.kind = kind
    }

    /// The line as it is shown.
    var shown: String {
        switch kind {
        case .row: ":" + text
        case .section: "/" + text
        }
    }

    /// The entered row number, counted from 0, or `nil` if it was not a number. Commas and blanks between digits are ignored.
    var row: Int? {
        guard kind == .row, let number = Int(text.filter { !", _'.".contains($0) }) else { return nil }
        return max(0, number - 1)
    }

    mutating func take(_ key: Key) -> Outcome {
        switch key {
        case .enter: return .done
        case .escape: return .cancelled
        case .backspace:
            if text.popLast() == nil { return .cancelled }
        case .character(let character) where text.count < Prompt.longest: text.append(character)
        default: break
        }
        return .typing
    }
}
