/// How a layout arranges items in columns.
///
/// ```swift
/// let grid = ListGrid(columns: .adaptive(minimum: 100), cellHeight: .aspectRatio(1), spacing: 2)
/// print(grid.columnCount(inWidth: 390))  // 3
/// ```
///
/// All cells of a grid have the same height: none is self-sizing. The columns fill the width, and their edges are at whole points.
public struct ListGrid: Hashable, Sendable {
    /// The number of columns.
    public enum Columns: Hashable, Sendable {
        /// This many, at least 1.
        case fixed(Int)
        /// As many as fit with at least this width each, in points; at least one.
        case adaptive(minimum: Double)
    }

    /// The height of a cell.
    public enum CellHeight: Hashable, Sendable {
        /// This many points; more than 0.
        case fixed(Double)
        /// As many points as its width divided by this; 1 for a square.
        case aspectRatio(Double)
    }

    /// The number of columns.
    public var columns: Columns
    /// The height of each cell.
    public var cellHeight: CellHeight
    /// The space between columns and between lines, in points; at least 0.
    public var spacing: Double

    /// Makes a grid.
    ///
    /// - Parameters:
    ///   - columns: the number of columns.
    ///   - cellHeight: the height of each cell; by default a square.
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

    /// The number of columns in a width.
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
