import Testing

@testable import PagingCore

/// A step of the reader's asks for the place of no other row, however many are edited.
@Suite struct EditCostTests {
    /// A list that counts what is asked of it.
    private final class Counted: NumberedRows {
        private let list: KnownList
        private(set) var questions = 0

        init(_ count: Int) { list = KnownList((0..<count).map(Optional.some)) }

        var rows: PagedArray<Int> { list.rows }
        var endIsKnown: Bool { true }

        func position(of number: Int) -> Int? {
            questions += 1
            return list.position(of: number)
        }

        /// How many places a step asks for.
        func count(_ step: () throws -> Void) rethrows -> Int {
            let before = questions
            try step()
            return questions - before
        }
    }

    /// The questions of one step of each kind, beside so many edits.
    private func questions(beside others: Int) throws -> [Int] {
        let server = Counted(3_000)
        var list = ShownList(server)
        for number in 0..<others / 4 {
            _ = try list.edit(.insert(.start), number: 10_000 + number, in: server)
            _ = try list.edit(.insert(.after(number)), number: 20_000 + number, in: server)
            _ = try list.edit(.update, number: 1_000 + number, in: server)
            _ = try list.edit(.move(.before(number)), number: 2_000 + number, in: server)
        }
        let kinds: [(RowEdit.Kind, Int)] = [
            (.insert(.after(2_900)), 5_000), (.insert(.start), 5_001), (.insert(.before(5_001)), 5_002),
            (.update, 2_901), (.remove, 2_902),
            (.move(.start), 2_903), (.move(.after(5_000)), 2_904),
        ]
        var counts: [Int] = []
        var made: [EditID] = []
        for (kind, number) in kinds {
            try counts.append(
                server.count { made.append(try list.edit(kind, number: number, in: server).id) })
        }
        counts.append(server.count { _ = list.renumber(5_000, to: 6_000, in: server) })
        for id in made { counts.append(server.count { _ = list.rollBack(id, in: server) }) }
        list.checkInvariants()
        return counts
    }

    @Test func `A step beside two thousand edits asks as much as beside four`() throws {
        #expect(try questions(beside: 4) == questions(beside: 2_000))
    }
}
