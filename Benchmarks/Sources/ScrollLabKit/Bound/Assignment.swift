/// The assignment problem: each row takes at most one column and each column at most one row, for the greatest sum.
///
/// Source: H. W. Kuhn, "The Hungarian method for the assignment problem", 1955, with potentials and shortest augmenting
/// paths (R. Jonker, A. Volgenant, 1987). O(*rows*² · *columns*).
enum Assignment {
    /// - Parameters:
    ///   - rows: how many rows.
    ///   - columns: how many columns.
    ///   - value: what a row in a column is worth; at least 0.
    static func most(rows: Int, columns: Int, value: (Int, Int) -> Double) -> Double {
        // As many columns worth nothing as there are rows, so that each row finds one.
        let width = columns + rows
        func cost(_ row: Int, _ column: Int) -> Double { column < columns ? -value(row, column) : 0 }
        // Row and column 0 stand for none; the others are counted from 1.
        var rowPotential = Array(repeating: 0.0, count: rows + 1)
        var columnPotential = Array(repeating: 0.0, count: width + 1)
        var holder = Array(repeating: 0, count: width + 1)
        var previous = Array(repeating: 0, count: width + 1)
        for row in 1...max(rows, 1) where rows > 0 {
            var slack = Array(repeating: Double.infinity, count: width + 1)
            var isDone = Array(repeating: false, count: width + 1)
            holder[0] = row
            var column = 0
            repeat {
                isDone[column] = true
                let current = holder[column]
                var (least, next) = (Double.infinity, 0)
                for other in 1...width where !isDone[other] {
                    let reduced = cost(current - 1, other - 1) - rowPotential[current] - columnPotential[other]
                    if reduced < slack[other] { (slack[other], previous[other]) = (reduced, column) }
                    if slack[other] < least { (least, next) = (slack[other], other) }
                }
                for other in 0...width {
                    if isDone[other] {
                        rowPotential[holder[other]] += least
                        columnPotential[other] -= least
                    } else {
                        slack[other] -= least
                    }
                }
                column = next
            } while holder[column] != 0
            while column != 0 {
                holder[column] = holder[previous[column]]
                column = previous[column]
            }
        }
        return (1...width).reduce(0) { sum, column in
            holder[column] > 0 && column <= columns ? sum + value(holder[column] - 1, column - 1) : sum
        }
    }
}
