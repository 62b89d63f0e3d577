/// How a layout arranges items in columns.
///
/// ```swift
/// let grid = ListGrid(columns: .adaptive(minimum: 100), cellHeight: .aspectRatio(1), spacing: 2)
/// print(grid.columnCount(inWidth: 390))  // 3
/// ```
///
/// All cells of a grid are of one height: none is self-sizing. The columns fill the width, and their edges are at whole points.
public struct ListGrid: Hashable, Sendable {
    /// How many columns there are.
    public enum Columns: Hashable, Sendable {
        /// So many, at least 1.
        case fixed(Int)
        /// As many as fit while each is at least so wide, in points; at least one.
        case adaptive(minimum: Double)
    }

    /// How high a cell is.
    public enum CellHeight: Hashable, Sendable {
        /// So many points; more than 0.
        case fixed(Double)
        /// As many points as its width divided by this; 1 for a square.
        case aspectRatio(Double)
    }

    /// How many columns there are.
    public var columns: Columns
    /// How high each cell is.
    public var cellHeight: CellHeight
    /// The space between columns and between lines, in points; at least 0.
    public var spacing: Double

    /// Makes a grid.
    ///
    /// - Parameters:
    ///   - columns: how many columns there are.
    ///   - cellHeight: how high each cell is; a square where none is given.
    ///   - spacing: the space between columns and between lines, in points.
    public init(columns: Columns, cellHeight: CellHeight = .aspectRatio(1), spacing: Double = 0) {
        switch columns {
        case .fixed(let count): precondition(count >= 1, "ListGrid: \(count) columns; at least 1 is needed")
        case .adaptive(let minimum): precondition(minimum > 0, "ListGrid: a least width of \(minimum) is not above 0")
        }
        switch cellHeight {
        case .fixed(let height): precondition(height > 0, "ListGrid: a cell height of \(height) is not above 0")
        case .aspectRatio(let ratio): precondition(ratio > 0, "ListGrid: an aspect ratio of \(ratio) is not above 0")
        }
        precondition(spacing >= 0, "ListGrid: a spacing of \(spacing) is below 0")
        (self.columns, self.cellHeight, self.spacing) = (columns, cellHeight, spacing)
    }

    /// How many columns a width has.
    public func columnCount(inWidth width: Double) -> Int {
        switch columns {
        case .fixed(let count): count
        case .adaptive(let minimum): max(1, Int((width + spacing) / (minimum + spacing)))
        }
    }

    /// The left edge and the width of a column, in points.
    func column(_ index: Int, inWidth width: Double) -> (x: Double, width: Double) {
        let count = Double(columnCount(inWidth: width))
        let left = ((width + spacing) * Double(index) / count).rounded()
        let right = ((width + spacing) * Double(index + 1) / count).rounded() - spacing
        return (left, max(0, right - left))
    }

    /// The height of a line with the space below it, in points.
    func lineHeight(inWidth width: Double) -> Double {
        switch cellHeight {
        case .fixed(let height): return height + spacing
        case .aspectRatio(let ratio):
            let count = Double(columnCount(inWidth: width))
            let cell = (width - spacing * (count - 1)) / count
            return max(1, (cell / ratio).rounded()) + spacing
        }
    }
}
