import PagingCore
import Testing

/// The difference of two snapshots.
@Suite(.serialized)
struct DifferenceTests {
    @Test(arguments: Seeds.all)
    func `random snapshots`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed, test: "DifferenceTests")
        for step in 0..<700 {
            var model = ListUpdateModel(count: random.below(60))
            let old = model.rows.map(\.id)
            let known = model.step(&random, moving: step % 4 > 0)
            let new = model.rows.map(\.id)
            let update = try ListUpdate.difference(from: old, to: new)
            try update.validate()
            #expect(
                ListUpdateModel.explains(update, from: old.map { .init(id: $0) }, to: new.map { .init(id: $0) }),
                random.note(step))
            #expect(update.removed == known.removed && update.inserted == known.inserted, random.note(step))
            #expect(update.moves.count <= known.moves.count, random.note(step))
        }
    }

    @Test(arguments: Seeds.all)
    func `the moves are the fewest`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed, test: "DifferenceTests")
        for step in 0..<300 {
            let old = Array(0..<random.below(40))
            let new = old.shuffled(using: &random)
            let update = try ListUpdate.difference(from: old, to: new)
            // The longest increasing subsequence by the quadratic definition.
            var longest = [Int](repeating: 1, count: new.count)
            for end in new.indices {
                for start in 0..<end where new[start] < new[end] {
                    longest[end] = max(longest[end], longest[start] + 1)
                }
            }
            #expect(update.moves.count == new.count - (longest.max() ?? 0), random.note(step))
        }
    }

    @Test func `one row to the front is one move, and one page replaced is two ranges`() throws {
        let old = Array(0..<1_000)
        let first = try ListUpdate.difference(from: old, to: [700] + old.filter { $0 != 700 })
        #expect(first == ListUpdate(oldCount: 1_000, newCount: 1_000, moves: [.init(from: 700, to: 0)]))
        let page = Array(old[..<300]) + Array(2_000..<2_050) + Array(old[350...])
        let second = try ListUpdate.difference(from: old, to: page)
        #expect(second == ListUpdate(oldCount: 1_000, newCount: 1_000, removed: [300..<350], inserted: [300..<350]))
        #expect(try ListUpdate.difference(from: old, to: old).isEmpty)
    }

    @Test(
        arguments: [
            ([1, 2, 1], [1, 2], DuplicateIdentifier(snapshot: .old, firstPosition: 0, position: 2)),
            ([1, 2, 3], [1, 2, 3, 2], DuplicateIdentifier(snapshot: .new, firstPosition: 1, position: 3)),
            ([1, 2, 3], [3, 1, 2, 3], DuplicateIdentifier(snapshot: .new, firstPosition: 0, position: 3)),
            ([1, 2, 3], [1, 9, 9, 3], DuplicateIdentifier(snapshot: .new, firstPosition: 1, position: 2)),
            ([1, 2, 3], [9, 2, 2, 8], DuplicateIdentifier(snapshot: .new, firstPosition: 1, position: 2)),
            ([7, 7], [7, 7], DuplicateIdentifier(snapshot: .old, firstPosition: 0, position: 1)),
            ([], [5, 5], DuplicateIdentifier(snapshot: .new, firstPosition: 0, position: 1)),
        ])
    func `an identifier twice is an error that says where`(old: [Int], new: [Int], error: DuplicateIdentifier) {
        #expect(throws: error) { try ListUpdate.difference(from: old, to: new) }
    }

    @Test func `identifiers whose hashes are all the same are told apart`() throws {
        struct Dull: Hashable {
            let number: Int
            func hash(into hasher: inout Hasher) {}
        }
        let old = (0..<100).map(Dull.init)
        let update = try ListUpdate.difference(from: old, to: old.reversed())
        #expect(update.moves.count == 99)
        #expect(update.removed.isEmpty && update.inserted.isEmpty)
    }
}
