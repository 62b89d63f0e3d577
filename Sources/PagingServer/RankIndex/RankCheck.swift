/// Compares a rank index with its table.
struct RankCheck {
    let connection: SQLiteConnection
    let index: RankIndex

    /// The greatest number of listed faults.
    private static let mostFaults = 20

    /// The defect, in words.
    func faults() throws -> [String] {
        let rows = try rowFaults()
        return Array((try rows + bucketFaults()).prefix(RankCheck.mostFaults))
    }

    private func rowFaults() throws -> [String] {
        let table = SQLName.quoted(index.list)
        let values = index.columns.map { $0.value(of: "paging_t") }
        let inTable = try connection.value("SELECT count(*) FROM \(table)")?.int64 ?? 0
        let inIndex = try connection.value("SELECT count(*) FROM \(index.rows)")?.int64 ?? 0
        let missing =
            try connection.value(
                "SELECT count(*) FROM \(table) AS paging_t WHERE NOT EXISTS "
                    + "(SELECT 1 FROM \(index.rows) WHERE \(index.key.equals(values)))")?.int64 ?? 0
        var faults: [String] = []
        if inTable != inIndex { faults.append("the table has \(inTable) rows and the index \(inIndex)") }
        if missing > 0 { faults.append("\(missing) rows of the table are not where the index has them") }
        return faults
    }

    /// Compares each bucket's count with the rows in it, and each level with the one below.
    private func bucketFaults() throws -> [String] {
        var buckets: [[(key: [DatabaseValue], count: Int)]] = []
        var faults: [String] = []
        let width = index.columns.count
        for level in 1...index.levels {
            var nodes: [(key: [DatabaseValue], count: Int)] = []
            try connection.forEachRow(
                "SELECT \(index.key.list), count FROM \(index.nodes) WHERE level = \(level) ORDER BY \(index.key.order())"
            ) { row in nodes.append(((0..<width).map { row.value($0) }, Int(row.int64(width)))) }
            if nodes.isEmpty { return faults + ["level \(level) has no first bucket"] }
            for node in nodes where level == 1 && node.count > 2 * index.fanOut {
                faults.append("a bucket of level 1 has \(node.count) rows, more than it may")
            }
            buckets.append(nodes)
        }
        for (place, nodes) in buckets.enumerated() {
            // An empty bucket stays if a bucket of the next level begins with it.
            let kept = place + 1 < buckets.count ? Set(buckets[place + 1].map(\.key)) : []
            for node in nodes.dropFirst() where node.count < 0 || node.count == 0 && !kept.contains(node.key) {
                faults.append("a bucket of level \(place + 1) has \(node.count) rows")
            }
        }
        let parameters = (0..<width).map { "?\($0 + 1)" }
        for (place, node) in buckets[0].enumerated() {
            var rows = 0
            for condition in index.key.conditions(parameters) {
                let isLast = place + 1 == buckets[0].count
                // The rows from this bucket's key on, minus those from the next one's.
                rows += try count(index.rows, condition, node.key)
                if !isLast { rows -= try count(index.rows, condition, buckets[0][place + 1].key) }
            }
            if rows != node.count {
                faults.append("bucket \(place) of level 1 says \(node.count) and has \(rows) rows")
            }
        }
        for level in 1..<buckets.count {
            var lower = buckets[level - 1][...]
            for (place, node) in buckets[level].enumerated() {
                guard lower.first?.key == node.key else {
                    faults.append("bucket \(place) of level \(level + 1) begins where none of level \(level) does")
                    break
                }
                let next = place + 1 < buckets[level].count ? buckets[level][place + 1].key : nil
                var sum = 0
                repeat { sum += lower.removeFirst().count } while lower.first.map { $0.key != next } ?? false
                if sum != node.count {
                    faults.append("bucket \(place) of level \(level + 1) says \(node.count), those below it \(sum)")
                }
            }
        }
        return faults
    }

    private func count(_ table: String, _ condition: String, _ key: [DatabaseValue]) throws -> Int {
        let used = key.enumerated().filter { condition.contains("?\($0.offset + 1)") }.map(\.element)
        return Int(try connection.value("SELECT count(*) FROM \(table) WHERE \(condition)", used)?.int64 ?? 0)
    }
}
