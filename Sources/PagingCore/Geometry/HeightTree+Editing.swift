extension HeightTree {
    /// Sets a row's height.
    mutating func set(_ row: Int, to height: Double) {
        let (before, rest) = split(root, at: row)
        let (own, behind) = split(rest, at: 1)
        free(own)
        let node = makeNode(gap: row - sums(of: before).rows, height: height)
        root = merge(merge(before, node), behind)
    }

    /// Removes rows.
    ///
    /// - Complexity: O(log *measured* + *measured rows in the range*), expected.
    mutating func remove(_ range: Range<Int>) {
        let (before, rest) = split(root, at: range.lowerBound)
        let (gone, behind) = split(rest, at: range.count)
        free(gone)
        widenFirstGap(of: behind, by: range.lowerBound - sums(of: before).rows)
        root = merge(before, behind)
    }

    /// Inserts unmeasured rows before a row.
    mutating func insert(_ count: Int, at row: Int) {
        let (before, behind) = split(root, at: row)
        widenFirstGap(of: behind, by: row - sums(of: before).rows + count)
        root = merge(before, behind)
    }

    /// Forgets every height.
    mutating func removeAll() {
        nodes.removeAll()
        free.removeAll()
        root = -1
    }

    // MARK: Splitting and merging

    /// Splits a subtree before a row. The first gap of the second part is counted from that row on.
    private mutating func split(_ node: Int, at row: Int) -> (Int, Int) {
        let (before, behind) = cut(node, at: row)
        widenFirstGap(of: behind, by: sums(of: before).rows - row)
        return (before, behind)
    }

    private mutating func cut(_ node: Int, at row: Int) -> (Int, Int) {
        if node < 0 { return (-1, -1) }
        let own = sums(of: nodes[node].left).rows + nodes[node].gap
        if own < row {
            let (middle, behind) = cut(nodes[node].right, at: row - own - 1)
            nodes[node].right = middle
            update(node)
            return (node, behind)
        }
        let (before, middle) = cut(nodes[node].left, at: row)
        nodes[node].left = middle
        update(node)
        return (before, node)
    }

    /// Joins two subtrees whose rows follow one another.
    private mutating func merge(_ one: Int, _ other: Int) -> Int {
        if one < 0 { return other }
        if other < 0 { return one }
        if nodes[one].priority > nodes[other].priority {
            let right = merge(nodes[one].right, other)
            nodes[one].right = right
            update(one)
            return one
        }
        let left = merge(one, nodes[other].left)
        nodes[other].left = left
        update(other)
        return other
    }

    private mutating func widenFirstGap(of node: Int, by rows: Int) {
        if node < 0 || rows == 0 { return }
        if nodes[node].left >= 0 { widenFirstGap(of: nodes[node].left, by: rows) } else { nodes[node].gap += rows }
        update(node)
    }

    private mutating func free(_ node: Int) {
        if node < 0 { return }
        free(nodes[node].left)
        free(nodes[node].right)
        free.append(node)
    }
}
