internal import CNcurses

/// Untrusted text as cells of a terminal: safe, and exactly as wide as its column.
///
/// Characters that could move the cursor, reorder the line or change another cell are replaced by visible ones. A few combining marks stay with
/// their letter, and one without a letter gets a dotted circle.
enum CellText {
    /// The most combining marks per letter. ncurses has room for four in a cell.
    private static let marksPerCell = 3
    private static let replacement: Unicode.Scalar = "\u{FFFD}"
    private static let dottedCircle: Unicode.Scalar = "\u{25CC}"
    /// A mark that ends the effect of right-to-left text on the order of following digits.
    private static let leftToRightMark: Unicode.Scalar = "\u{200E}"

    /// The text in exactly a number of cells: truncated with an ellipsis, or padded with blanks.
    ///
    /// - Parameters:
    ///   - text: any text of any length. Only the part that fits is read.
    ///   - width: the number of cells.
    ///   - isRight: `true` to align it to the right.
    static func fitted(_ text: String, to width: Int, right isRight: Bool = false) -> String {
        guard width > 0 else { return "" }
        var cells = Cells(limit: width)
        cells.fill(with: text)
        let blanks = String(repeating: " ", count: width - cells.width)
        return isRight ? blanks + cells.text : cells.text + blanks
    }

    /// The number of cells of a text, counted up to a limit.
    static func width(of text: String, upTo limit: Int = 200) -> Int {
        var cells = Cells(limit: limit)
        cells.fill(with: text)
        return cells.width
    }

    /// The text cell by cell. A wide character has an empty cell after it.
    static func cells(of text: String) -> [String] {
        var cells = Cells(limit: .max)
        cells.fill(with: text)
        return cells.clusters.flatMap { [String($0.text)] + Array(repeating: "", count: $0.width - 1) }
    }

    /// A buffer of cells.
    private struct Cells {
        let limit: Int
        private(set) var width = 0
        private(set) var isFull = false
        /// The text of each cell or pair of cells, and its number of cells.
        private(set) var clusters: [(text: String.UnicodeScalarView, width: Int)] = []
        private var isRightToLeft = false

        init(limit: Int) {
            self.limit = limit
        }

        var text: String {
            var view = String.UnicodeScalarView()
            for cluster in clusters { view.append(contentsOf: cluster.text) }
            if isRightToLeft { view.append(leftToRightMark) }
            return String(view)
        }

        /// Appends a text as far as it fits, and reads no more of it.
        mutating func fill(with text: String) {
            for scalar in text.unicodeScalars {
                if isFull { return }
                take(scalar)
            }
        }

        private mutating func take(_ scalar: Unicode.Scalar) {
            switch CellText.role(of: scalar) {
            case .nothing: break
            case .mark:
                if clusters.isEmpty { append(dottedCircle, 1) }
                guard !isFull, clusters[clusters.count - 1].text.count <= marksPerCell else { return }
                clusters[clusters.count - 1].text.append(scalar)
            case .shown(let width): append(scalar, width)
            case .replaced(let shown): append(shown, 1)
            }
        }

        private mutating func append(_ scalar: Unicode.Scalar, _ cells: Int) {
            guard width + cells <= limit else { return cut() }
            clusters.append((String.UnicodeScalarView([scalar]), cells))
            width += cells
            if CellText.isRightToLeft(scalar) { isRightToLeft = true }
        }

        /// Makes room for an ellipsis, and appends nothing more.
        private mutating func cut() {
            isFull = true
            while width > limit - 1, let last = clusters.popLast() { width -= last.width }
            clusters.append(("…".unicodeScalars, 1))
            width += 1
        }
    }

    private enum Role {
        case shown(Int)
        case mark
        case replaced(Unicode.Scalar)
        case nothing
    }

    private static func role(of scalar: Unicode.Scalar) -> Role {
        switch scalar.value {
        case 0x20..<0x7F: return .shown(1)
        // The symbols for control characters have the same order.
        case 0..<0x20: return .replaced(Unicode.Scalar(0x2400 + scalar.value) ?? replacement)
        case 0x7F: return .replaced("\u{2421}")
        // Variation selectors change the width of the character before them, in a different way in each terminal.
        case 0xFE00...0xFE0F, 0xE0100...0xE01EF: return .nothing
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
            return .replaced(replacement)
        default: break
        }
        switch cncurses_cells(scalar.value) {
        case 0: return .mark
        case let width where width > 0: return .shown(Int(width))
        default: return .replaced(replacement)
        }
    }

    /// `true` if a scalar makes the text around it run from right to left.
    ///
    /// Source: the blocks that Unicode gives to right-to-left scripts (UAX 9, Table 4, and DerivedBidiClass.txt).
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
