/// The heights of a list's measured rows, in list order.
///
/// A treap (Seidel and Aragon, "Randomized Search Trees", Algorithmica 16, 1996) whose nodes are the measured rows. A node stores the number of
/// unmeasured rows between it and the previous measured row. So a million rows cost nothing until they are measured, and inserting or removing
/// rows above changes one node's gap and the sums on its path.
struct HeightTree: Sendable {
    /// A measured row, and the sums over its subtree.
    struct Node: Sendable {
        var height: Double
        /// The number of unmeasured rows before this one, back to the previous measured row or to the list's start.
        var gap: Int
        var left = -1
        var right = -1
        let priority: UInt64
        var rows = 0
        var measured = 0
        var heights = 0.0
    }

    /// Sums over a stretch of rows.
    struct Sums: Equatable, Sendable {
        /// The number of rows, measured or not.
        var rows = 0
        /// The number of measured rows.
        var measured = 0
        /// The heights of the measured rows.
        var heights = 0.0
    }

    var nodes: [Node] = []
    var free: [Int] = []
    var root = -1
    private var random = SplitMix64(seed: 1)

    /// The number of measured rows.
    var count: Int { sums(of: root).measured }

    /// The sums from the list's start to its last measured row.
    var total: Sums { sums(of: root) }

    func sums(of node: Int) -> Sums {
        if node < 0 { return Sums() }
        return Sums(rows: nodes[node].rows, measured: nodes[node].measured, heights: nodes[node].heights)
    }

    mutating func makeNode(gap: Int, height: Double) -> Int {
        let node = Node(height: height, gap: gap, priority: random.next())
        let index: Int
        if let last = free.popLast() {
            nodes[last] = node
            index = last
        } else {
            nodes.append(node)
            index = nodes.count - 1
        }
        update(index)
        return index
    }

    /// Sums up a node's subtree from its children.
    mutating func update(_ node: Int) {
        let (left, right) = (sums(of: nodes[node].left), sums(of: nodes[node].right))
        nodes[node].rows = left.rows + nodes[node].gap + 1 + right.rows
        nodes[node].measured = left.measured + 1 + right.measured
        nodes[node].heights = left.heights + nodes[node].height + right.heights
    }

    // MARK: Looking up

    /// The number of measured rows before a row, and the sum of their heights.
    ///
    /// - Complexity: O(log *measured*) expected, as for all members that take a row.
    func measured(before row: Int) -> (count: Int, heights: Double) {
        var (node, base) = (root, 0)
        var (count, heights) = (0, 0.0)
        while node >= 0 {
            let left = sums(of: nodes[node].left)
            let own = base + left.rows + nodes[node].gap
            if own < row {
                count += left.measured + 1
                heights += left.heights + nodes[node].height
                base = own + 1
                node = nodes[node].right
            } else {
                node = nodes[node].left
            }
        }
        return (count, heights)
    }

    /// A row's height, or `nil` if it was not measured.
    func height(of row: Int) -> Double? {
        var (node, base) = (root, 0)
        while node >= 0 {
            let own = base + sums(of: nodes[node].left).rows + nodes[node].gap
            if own == row { return nodes[node].height }
            if own < row {
                base = own + 1
                node = nodes[node].right
            } else {
                node = nodes[node].left
            }
        }
        return nil
    }

    /// The row at an offset, and how far below the row's top the offset is.
    ///
    /// - Parameters:
    ///   - offset: at least 0.
    ///   - estimate: the height of each unmeasured row; more than 0.
    func row(at offset: Double, estimate: Double) -> (row: Int, rest: Double) {
        var (node, base, rest) = (root, 0, offset)
        while node >= 0 {
            let left = sums(of: nodes[node].left)
            let above = left.heights + Double(left.rows - left.measured) * estimate
            if rest < above {
                node = nodes[node].left
                continue
            }
            let gapStart = base + left.rows
            let inGap = rest - above
            let gap = Double(nodes[node].gap) * estimate
            if inGap < gap {
                let rows = min(Int(inGap / estimate), nodes[node].gap - 1)
                return (gapStart + rows, inGap - Double(rows) * estimate)
            }
            let own = gapStart + nodes[node].gap
            if inGap - gap < nodes[node].height { return (own, inGap - gap) }
            rest = inGap - gap - nodes[node].height
            base = own + 1
            node = nodes[node].right
        }
        let rows = Int(min(rest / estimate, Double(Limits.slots)))
        return (base + rows, rest - Double(rows) * estimate)
    }
}
