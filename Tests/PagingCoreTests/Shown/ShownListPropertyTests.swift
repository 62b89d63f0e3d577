import Testing

@testable import PagingCore

/// A projection against the long way of working it out, through everything that can happen to a list at once.
@Suite(.serialized) struct ShownListPropertyTests {
    @Test(arguments: Seeds.all)
    func `Whatever happens, what is shown is what it should be and the update says how it came about`(seed: UInt64)
        throws
    {
        var random = SeededGenerator(seed: seed, test: "ShownListPropertyTests")
        for round in 0..<20 {
            try run(&random, round: round)
        }
    }

    private func run(_ random: inout SeededGenerator, round: Int) throws {
        let limit = 40
        var server = KnownList((0..<random.below(20)).map { $0 % 3 == 2 ? nil : $0 })
        var list = ShownList(server)
        var (answer, hasEdits) = (0, random.below(4) > 0)
        for step in 0..<40 {
            let note = random.note(round * 1_000 + step)
            let old = ShownListModel(list: list, server: server).rows
            var update = ListUpdate(oldCount: list.count, newCount: list.count)
            switch random.below(hasEdits ? 10 : 5) {
            case 0...3:
                let change = server.step(&random, numbersBelow: limit)
                try change.validate()
                answer += 1
                let arrived = server.cells.compactMap(\.number).filter { _ in random.below(3) == 0 }
                let hiding = PositionSet(
                    change.inserted.union(change.changed).positions
                        .filter { server.rows[$0] != nil && random.below(3) == 0 }.map { $0..<$0 + 1 })
                let showing = PositionSet(
                    change.changed.subtracting(hiding).positions.filter { _ in random.below(2) == 0 }
                        .map { $0..<$0 + 1 })
                update = list.follow(
                    change, hiding: hiding, showing: showing, seen: Set(arrived), answer: answer, in: server)
            case 4:
                let all = random.below(6)
                update = list.filter(
                    PositionSet(
                        server.cells.indices.filter { server.rows[$0] != nil && random.below(6) < all }
                            .map { $0..<$0 + 1 }), in: server)
            case 5...7:
                do {
                    update = try list.edit(kind(&random, limit), number: random.below(limit), in: server).update
                } catch {
                    hasEdits = true
                }
            case 8:
                if let edit = list.edits.randomElement(using: &random) {
                    update = list.rollBack(edit.id, in: server)
                    #expect(!list.edits.contains { $0.id == edit.id }, note)
                }
            default:
                if let edit = list.edits.randomElement(using: &random) {
                    list.confirm(edit.id, mark: answer)
                    if random.below(4) == 0, case .insert = edit.kind,
                        !list.edits.contains(where: { $0.number == limit + step })
                    {
                        // New to the list, or the server's already, or another row of the reader's.
                        let number = random.below(2) == 0 ? limit + step : random.below(limit)
                        update = list.renumber(edit.number, to: number, in: server)
                    }
                }
            }
            let new = ShownListModel(list: list, server: server)
            try update.validate()
            #expect(ShownListModel.explains(update, from: old, to: new.rows), note)
            new.check(note)
            if list.filtered.isEmpty, random.below(4) == 0 {
                // Saved and restored, it shows the same, and goes on from there.
                list = try ShownList(restoring: list.saved, of: server)
                #expect(ShownListModel(list: list, server: server).rows == new.rows, note)
                answer += 1
            }
        }
    }

    private func kind(_ random: inout SeededGenerator, _ limit: Int) -> RowEdit.Kind {
        let other = random.below(limit)
        let places: [RowPlace] = [.start, .end, .before(other), .after(other), .after(other)]
        let place = places[random.below(places.count)]
        return [.update, .remove, .insert(place), .insert(place), .move(place)][random.below(5)]
    }

    @Test func `A viewport covers the server's rows among those it shows`() throws {
        var random = SeededGenerator(seed: 7, test: "ShownListPropertyTests")
        for step in 0..<300 {
            var server = KnownList((0..<random.below(30)).map(Optional.some))
            var list = ShownList(server)
            for number in 100..<100 + random.below(4) {
                _ = try list.edit(
                    .insert([.start, .end, .start][random.below(3)]), number: number, in: server)
            }
            _ = list.filter(
                PositionSet(server.cells.indices.filter { _ in random.below(2) == 0 }.map { $0..<$0 + 1 }), in: server)
            let range = random.range(in: list.count)
            let covered = list.serverRange(covering: range)
            let expected = range.compactMap { list.serverPosition(ofShown: $0) }
            #expect(expected.allSatisfy(covered.contains), random.note(step))
            #expect(covered.lowerBound >= 0 && covered.upperBound <= server.rows.count, random.note(step))
            let beyond = list.serverRange(covering: range.lowerBound..<list.count + 5)
            #expect(beyond.upperBound == server.rows.count + 5, random.note(step))
            server = KnownList([])
        }
    }
}
