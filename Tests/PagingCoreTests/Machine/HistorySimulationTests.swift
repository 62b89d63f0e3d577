import PagingCore
import Testing

/// Still histories over feeds that change at random: rows come on top, go, and are brought up again; the reader goes on, goes
/// back, refreshes, and starts the app anew.
@Suite struct HistorySimulationTests {
    private static let pageSize = 5

    @Test(arguments: [SourceCapabilities.cursors, .positions], 0..<50)
    func `What was seen stays, and what was not is the freshest`(_ way: SourceCapabilities, _ seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var letters = (0..<2000).compactMap { Unicode.Scalar(0x4E00 + $0).map(Character.init) }[...]
        func take(_ count: Int) -> String { String((0..<count).map { _ in letters.removeFirst() }.reversed()) }
        var table = Table.history(take(Int.random(in: 0...40, using: &random)), capabilities: way)
        table.look(0..<3)
        for _ in 0..<60 {
            let before = (seen: table.seen, shown: table.picture.count, place: table.place)
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1: table.server = take(Int.random(in: 1...8, using: &random)) + table.server
            case 2:
                guard let letter = table.server.randomElement(using: &random) else { continue }
                table.server.removeAll { $0 == letter }
            case 3:
                // Brought up again, as a thread is that somebody answers to.
                guard let letter = table.server.randomElement(using: &random) else { continue }
                table.server = String(letter) + table.server.filter { $0 != letter }
            case 4: try table.restart()
            case 5: table.look(before.place..<before.place + 3)
            case 6:
                table.refresh()
                let unseen = table.server.filter { !before.seen.contains($0) }
                let wanted = min(unseen.count, before.shown - before.seen.count + Self.pageSize)
                #expect(table.picture.dropFirst(before.seen.count).count >= wanted)
                #expect(table.picture == before.seen + unseen.prefix(table.picture.count - before.seen.count))
            case 7:
                // Rows go between two pages of the walk.
                table.loseRows(oneIn: 12, answers: 4, &random)
                table.refresh()
                table.later = []
                let unseen = table.server.filter { !before.seen.contains($0) }
                let shown = table.picture.dropFirst(before.seen.count).filter(unseen.contains)
                #expect(unseen.hasPrefix(shown))
            default:
                let first = max(0, table.picture.count - Int.random(in: 1...8, using: &random))
                table.look(first..<first + 3)
            }
            #expect(table.picture.hasPrefix(before.seen))
            #expect(Set(table.picture).count == table.picture.count)
            #expect(table.failures.isEmpty)
        }
    }
}

extension Table {
    /// The rows that have been seen, from the top.
    var seen: String { String(picture.prefix(machine.saved.seenCount ?? 0)) }

    /// Each of the next answers is followed by some rows' going.
    mutating func loseRows(oneIn share: Int, answers: Int, _ random: inout SplitMix64) {
        for _ in 0..<answers {
            later.append((later.last ?? server).filter { _ in Int.random(in: 0..<share, using: &random) > 0 })
        }
    }

    /// Where the reader is.
    fileprivate var place: Int { machine.views.first?.rows.lowerBound ?? 0 }
}
