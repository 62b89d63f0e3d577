import Paging
import Testing

@testable import Paging
@testable import PagingCore

/// The shown list follows the server's list, filters and edits, whatever happens, and its updates replay.
@MainActor
@Suite struct ProjectingTests {
    @Test(arguments: 0..<40)
    func `Rows are what they should be, and the updates told bring the old ones to the new`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let list = PagedList(
            ArraySource<Row>([]), policy: LoadPolicy(loadsAutomatically: false, endPlaceholders: Int(seed % 3)))
        var edits: [ListEdit<Row>] = []
        var told: [ListChange<Row>] = []
        let observation = list.observe { told.append($0) }
        defer { observation.cancel() }
        var made = 1_000
        for step in 0..<40 {
            let old = list.rows
            told = []
            switch Int.random(in: 0..<8, using: &random) {
            case 0...2: try change(list, random: &random)
            case 3:
                let factor = Int.random(in: 2..<5, using: &random)
                list.hide(where: Bool.random(using: &random) ? nil : { $0.id % factor == 0 })
            case 4:
                made += 1
                let place = list.rows.compactMap { $0?.id }.randomElement(using: &random)
                if let place { edits.append(try list.insert(Row(id: made, text: "+"), after: place)) }
            case 5:
                let id = Int.random(in: 0..<40, using: &random)
                edits.append(list.update(Row(id: id, text: "step \(step)")))
            case 6:
                guard let id = list.rows.compactMap({ $0?.id }).randomElement(using: &random) else { break }
                edits.append(
                    Bool.random(using: &random) ? try list.remove(id: id) : try list.move(id: id, to: .start))
            default:
                guard let edit = edits.randomElement(using: &random) else { break }
                if Bool.random(using: &random) { edit.confirm() } else { edit.rollBack() }
            }
            let note: Comment = "seed \(seed), step \(step)"
            #expect(told.count <= 1, note)
            var replayed = old
            let new = list.rows
            for change in told {
                try change.update.validate()
                #expect(change.before == replayed && change.after == new, note)
                replayed.apply(change.update) { new[$0] }
            }
            #expect(replayed.map { $0 } == new.map { $0 }, note)
            #expect(list.count == list.rows.count, note)
            check(list, note)
        }
    }

    /// Changes the server's list behind the list's back: rows come, go and are evicted.
    private func change(_ list: PagedList<Row>, random: inout SplitMix64) throws {
        var numbers = list.machine.rows.map { $0 }
        var update = ListUpdate(oldCount: numbers.count, newCount: numbers.count)
        var arriving: [Row] = []
        switch Int.random(in: 0..<3, using: &random) {
        case 0 where !numbers.isEmpty:
            let lower = Int.random(in: 0..<numbers.count, using: &random)
            let range = lower..<min(lower + 3, numbers.count)
            numbers.removeSubrange(range)
            update = ListUpdate(oldCount: update.oldCount, newCount: numbers.count, removed: PositionSet(range))
        case 1 where !numbers.isEmpty:
            let lower = Int.random(in: 0..<numbers.count, using: &random)
            let range = lower..<min(lower + 4, numbers.count)
            for position in range { numbers[position] = nil }
            update.changed = PositionSet(range)
        default:
            let place = Int.random(in: 0...numbers.count, using: &random)
            let new = (0..<40).filter { id in !numbers.contains(id) }.shuffled(using: &random).prefix(4)
            arriving = new.map { Row(id: $0, text: "server") }
            numbers.insert(contentsOf: [nil] + new.map(Optional.some), at: place)
            update = ListUpdate(
                oldCount: update.oldCount, newCount: numbers.count,
                inserted: PositionSet(place..<place + 1 + new.count))
        }
        list.machine.replaceRows(by: numbers)
        var effects = ListEffects()
        effects.updates = [update]
        effects.acceptsAnswer = true
        let (arrived, isNew) = list.store.numbers.intern(arriving)
        list.driver.lastRequest += 1
        list.apply(
            effects, ArrivedItems(items: arriving, numbers: arrived, isNew: isNew),
            answering: RequestID(list.driver.lastRequest))
    }

    /// Each row shows what its edits and the server say.
    private func check(_ list: PagedList<Row>, _ note: Comment) {
        let known = list.projection?.list.count ?? list.machine.rows.count
        #expect(list.count - known == (list.isEndKnown ? 0 : list.policy.endPlaceholders), note)
        #expect(list.rows.loadedRanges(in: known..<list.count).isEmpty, note)
        guard let projection = list.projection else { return }
        projection.list.checkInvariants()
        for position in 0..<known {
            switch projection.list.row(at: position) {
            case .own(let number): #expect(list.rows[position]?.id == number, note)
            case .server(let place):
                let server = list.store.rows[place]
                let edit = server.flatMap { projection.list.contentEdit(of: $0.id) }
                let expected = edit.flatMap { projection.contents[$0] } ?? server
                #expect(list.rows[position] == expected, note)
                if let expected, let isHidden = projection.isHidden { #expect(!isHidden(expected), note) }
            }
        }
        #expect(Set(projection.contents.keys).isSubset(of: projection.list.edits.map(\.id)), note)
    }
}
