internal import Foundation
internal import Paging
internal import PagingWire

/// Prints the changes of a list.
@MainActor
struct ChangePrinter {
    let console: Console
    let isJSON: Bool
    /// The printed text of each row.
    private var printed: [JSONValue: JSONValue] = [:]

    init(console: Console, isJSON: Bool) { (self.console, self.isJSON) = (console, isJSON) }

    /// Prints a change.
    ///
    /// - Throws: ``BrokenPipe`` if the reader has closed the output; a ``ToolError`` if it cannot be written.
    mutating func show(_ change: ListChange<WatchedRow>) throws {
        for line in lines(of: change) { try console.say(line) }
    }

    /// The lines of a change: one with ``isJSON``, otherwise one for each row.
    mutating func lines(of change: ListChange<WatchedRow>) -> [String] {
        if isJSON { return [TerminalText.escapedJSON(json(of: change))] }
        let update = change.update
        var lines: [String] = []
        for position in update.removed.loaded(in: change.before) {
            lines.append(line("-", position, change.before[position]))
            if let row = change.before[position] { printed[row.id] = nil }
        }
        for move in update.moves { lines.append(line(">", move.to, change.after[move.to], from: move.from)) }
        var fresh = update.inserted.union(update.changed)
        if change.reason == .initial { fresh = PositionSet(0..<change.after.count) }
        let read = change.readPositions
        for position in fresh.loaded(in: change.after) {
            guard let row = change.after[position], printed[row.id] != row.value else { continue }
            let hasCome = update.inserted.contains(position) && !read.contains(position)
            let sign = hasCome ? "+" : printed[row.id] == nil ? " " : "~"
            lines.append(line(sign, position, row))
        }
        return lines
    }

    private mutating func line(_ sign: String, _ position: Int, _ row: WatchedRow?, from: Int? = nil) -> String {
        if let row { printed[row.id] = row.value }
        let place = from.map { "\($0) → \(position)" } ?? "\(position)"
        return "\(sign) \(place)  \(row.map { TerminalText.escapedJSON($0.value.json) } ?? "…")"
    }

    private func json(of change: ListChange<WatchedRow>) -> String {
        let update = change.update
        var fresh = update.inserted.union(update.changed).union(PositionSet(update.moves.map { $0.to..<$0.to + 1 }))
        if change.reason == .initial { fresh = PositionSet(0..<change.after.count) }
        let rows = fresh.loaded(in: change.after).compactMap { position in
            change.after[position].map { JSONValue.object(["at": .integer(Int64(position)), "row": $0.value]) }
        }
        let line: JSONValue = .object([
            "count": .integer(Int64(change.after.count)),
            "removed": update.removed.json, "inserted": update.inserted.json, "changed": update.changed.json,
            "moved": .array(update.moves.map { .array([.integer(Int64($0.from)), .integer(Int64($0.to))]) }),
            "rows": .array(rows),
        ])
        return line.json
    }
}

extension ListChange {
    /// The inserted rows that are not new on the server but read for the first time: those of the first answer, and those that an arrived
    /// page adds behind the last row of a list whose end was not known.
    fileprivate var readPositions: Range<Int> {
        if before.isEmpty { return after.indices }
        guard reason == .arrival, let last = update.inserted.ranges.last, last.upperBound == after.count else {
            return 0..<0
        }
        return last
    }
}

extension PositionSet {
    /// The positions at which something is loaded.
    @MainActor
    fileprivate func loaded(in rows: PagedArray<WatchedRow>) -> [Int] {
        ranges.flatMap { range in
            rows.loadedRanges.ranges.lazy.map { $0.clamped(to: range) }.filter { !$0.isEmpty }.flatMap(Array.init)
        }
    }

    /// Ranges as pairs of the first position and the one behind the last.
    fileprivate var json: JSONValue {
        .array(ranges.map { .array([.integer(Int64($0.lowerBound)), .integer(Int64($0.upperBound))]) })
    }
}
