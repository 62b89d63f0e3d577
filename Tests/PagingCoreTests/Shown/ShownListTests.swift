import Testing

@testable import PagingCore

/// Shown rows, drawn: the server's rows by number, `.` for a placeholder, `+7` for a row of the reader's own, `'` behind
/// a row with the reader's content.
@Suite struct ShownListTests {
    /// A list with what the reader did to it, and the updates that came of it.
    private final class Screen {
        var server: KnownList
        var list: ShownList
        var lastRequest = 0
        private(set) var last = ListUpdate(oldCount: 0, newCount: 0)

        init(_ numbers: [Int?]) {
            server = KnownList(numbers)
            list = ShownList(server)
        }

        var picture: String {
            (0..<list.count).map { position in
                switch list.row(at: position) {
                case .server(let place):
                    guard let number = server.rows[place] else { return "." }
                    return "\(number)" + (list.contentEdit(of: number) == nil ? "" : "'")
                case .own(let number): return "+\(number)"
                }
            }.joined(separator: " ")
        }

        func note(_ update: ListUpdate) {
            #expect(throws: Never.self) { try update.validate() }
            #expect(update.newCount == list.count)
            list.checkInvariants()
            last = update
        }

        @discardableResult
        func edit(_ kind: RowEdit.Kind, _ number: Int) throws -> EditID {
            let (id, update) = try list.edit(kind, number: number, in: server)
            note(update)
            return id
        }

        func confirm(_ id: EditID) { list.confirm(id, mark: lastRequest) }
        func rollBack(_ id: EditID) { note(list.rollBack(id, in: server)) }
        func hide(_ isHidden: (Int) -> Bool) {
            let positions = server.rows.indices.filter { server.rows[$0].map(isHidden) ?? false }
            note(list.filter(PositionSet(positions.map { $0..<$0 + 1 }), in: server))
        }

        /// The server answers a request that is sent now, unless it was sent earlier.
        func answer(request: Int? = nil, seen: Set<Int> = [], _ change: (inout KnownList) -> ListUpdate) {
            lastRequest += 1
            let update = change(&server)
            note(list.follow(update, seen: seen, answer: request ?? lastRequest, in: server))
        }
    }

    // MARK: Hiding

    @Test func `Hidden rows are not shown, placeholders always are`() {
        let screen = Screen([0, 1, nil, 3, 4, nil])
        screen.hide { $0 % 2 == 1 }
        #expect(screen.picture == "0 . 4 .")
        #expect(screen.last.removed == [1..<2, 3..<4])
        screen.hide { _ in false }
        #expect(screen.picture == "0 1 . 3 4 .")
        #expect(screen.last.inserted == [1..<2, 3..<4])
        #expect(screen.list.isPlain)
    }

    @Test func `Everything hidden is a list of nothing, which grows when a row that is not arrives`() {
        let screen = Screen([0, 1, 2])
        screen.hide { _ in true }
        #expect(screen.picture.isEmpty && screen.list.count == 0 && screen.list.serverCount == 3)
        #expect(screen.list.serverRange(covering: 0..<20) == 3..<23)
        screen.answer { $0.insert([3], at: 3) }
        #expect(screen.picture == "3")
    }

    @Test func `A hidden row stays hidden when its item is evicted`() {
        let screen = Screen([0, 1, 2])
        screen.hide { $0 == 1 }
        screen.answer { $0.set([nil, nil], at: 0) }
        #expect(screen.picture == ". 2")
        #expect(screen.last.changed == [0..<1])
    }

    // MARK: Inserting

    @Test func `A row goes into an empty list, and is where the server says once it shows it`() throws {
        let screen = Screen([])
        let edit = try screen.edit(.insert(.end), 7)
        #expect(screen.picture == "+7")
        screen.confirm(edit)
        screen.answer { $0.insert([1, 7, 2], at: 0) }
        #expect(screen.picture == "1 7 2")
        #expect(screen.list.edits.isEmpty)
        #expect(screen.last.inserted == [0..<1, 2..<3] && screen.last.removed.isEmpty)
    }

    @Test func `Rows are put before and after others, at the start and at the end, the last one put there nearest`()
        throws
    {
        let screen = Screen([0, 1, 2])
        for number in [10, 11] { try screen.edit(.insert(.start), number) }
        for number in [20, 21] { try screen.edit(.insert(.after(0)), number) }
        for number in [30, 31] { try screen.edit(.insert(.before(1)), number) }
        for number in [40, 41] { try screen.edit(.insert(.end), number) }
        try screen.edit(.insert(.after(20)), 50)
        #expect(screen.picture == "+11 +10 0 +21 +20 +50 +30 +31 1 2 +40 +41")
        screen.answer { $0.insert([3], at: 3) }
        #expect(screen.picture == "+11 +10 0 +21 +20 +50 +30 +31 1 2 3 +40 +41")
        screen.answer { $0.insert([8, 9], at: 1) }
        #expect(screen.picture == "+11 +10 0 +21 +20 +50 8 9 +30 +31 1 2 3 +40 +41")
    }

    @Test
    func
        `An own row stays where it is when the rows around it are evicted, and goes with its neighbor when it comes back`()
        throws
    {
        let screen = Screen([0, 1, 2, 3])
        try screen.edit(.insert(.after(1)), 9)
        screen.answer { $0.set([nil, nil, nil, nil], at: 0) }
        #expect(screen.picture == ". . +9 . .")
        screen.answer { $0.insert([nil], at: 0) }
        #expect(screen.picture == ". . . +9 . .")
        screen.answer { $0.set([0, 5, 6, 7, 1], at: 0) }
        #expect(screen.picture == "0 5 6 7 1 +9")
    }

    @Test func `When its neighbor is removed, an own row is beside the next one on that side`() throws {
        let screen = Screen([0, 1, 2, 3])
        try screen.edit(.insert(.after(1)), 8)
        try screen.edit(.insert(.before(2)), 9)
        screen.answer { $0.remove(1..<3) }
        #expect(screen.picture == "0 +8 +9 3")
        screen.answer { $0.insert([5], at: 1) }
        #expect(screen.picture == "0 +8 5 +9 3")
    }

    @Test func `A row that is beside one that the server takes in follows it`() throws {
        let screen = Screen([0, 1])
        try screen.edit(.insert(.start), 8)
        try screen.edit(.insert(.after(8)), 9)
        #expect(screen.picture == "+8 +9 0 1")
        screen.answer { $0.insert([8], at: 2) }
        #expect(screen.picture == "0 1 8 +9")
    }

    @Test func `An accepted row stays below the rows that a later answer inserts at the start`() throws {
        let screen = Screen([0, 1])
        screen.confirm(try screen.edit(.insert(.start), 8))
        try screen.edit(.insert(.start), 9)
        screen.answer(request: 0, seen: [5]) { $0.insert([5], at: 0) }
        #expect(screen.picture == "+9 +8 5 0 1")
        screen.answer(seen: [6, 7]) { $0.insert([6, 7], at: 0) }
        #expect(screen.picture == "+9 6 7 +8 5 0 1")
        screen.answer(seen: []) { $0.insert([nil], at: 0) }
        #expect(screen.picture == "+9 . 6 7 +8 5 0 1")
        screen.answer(seen: [8]) { $0.insert([8], at: 3) }
        #expect(screen.picture == "+9 . 6 7 8 5 0 1")
    }

    @Test func `A row that has another identifier on the server becomes that one`() throws {
        let screen = Screen([0, 1])
        try screen.edit(.insert(.start), 100)
        try screen.edit(.update, 100)
        screen.note(screen.list.renumber(100, to: 7, in: screen.server))
        #expect(screen.picture == "+7 0 1")
        screen.answer { $0.insert([7], at: 0) }
        #expect(screen.picture == "7' 0 1")
        #expect(screen.last.changed == [0..<1] && screen.last.inserted.isEmpty)
        try screen.edit(.insert(.end), 101)
        screen.answer { $0.insert([8], at: 0) }
        screen.note(screen.list.renumber(101, to: 8, in: screen.server))
        #expect(screen.picture == "8 7' 0 1")
    }

    // MARK: Updating, removing, moving

    @Test func `Two edits of one row are a stack`() throws {
        let screen = Screen([0, 1])
        let first = try screen.edit(.update, 1)
        let second = try screen.edit(.update, 1)
        #expect(screen.list.contentEdit(of: 1) == second)
        screen.rollBack(first)
        #expect(screen.list.contentEdit(of: 1) == second)
        screen.rollBack(second)
        #expect(screen.picture == "0 1")
        #expect(screen.last.changed == [1..<2])
    }

    @Test func `An edit that has come true takes those before it along`() throws {
        let screen = Screen([0, 1])
        try screen.edit(.update, 1)
        screen.confirm(try screen.edit(.update, 1))
        screen.answer(seen: [1]) { $0.set([1], at: 1) }
        #expect(screen.picture == "0 1" && screen.list.isPlain)
    }

    @Test func `An answer to an earlier question does not settle an edit`() throws {
        let screen = Screen([0, 1])
        screen.lastRequest = 5
        screen.confirm(try screen.edit(.update, 1))
        screen.answer(request: 5, seen: [1]) { $0.set([1], at: 1) }
        #expect(screen.picture == "0 1'")
        screen.answer(seen: [1]) { $0.set([1], at: 1) }
        #expect(screen.picture == "0 1")
    }

    @Test func `A row that is not loaded shows the reader's content when it arrives`() throws {
        let screen = Screen([0, nil])
        try screen.edit(.update, 1)
        #expect(screen.picture == "0 .")
        screen.answer(seen: [1]) { $0.set([1], at: 1) }
        #expect(screen.picture == "0 1'")
    }

    @Test func `A removal stays through a refresh until it is confirmed, and then the server's answer counts`() throws {
        let screen = Screen([0, 1, 2])
        let edit = try screen.edit(.remove, 1)
        #expect(screen.picture == "0 2" && screen.last.removed == [1..<2])
        screen.answer(seen: [0, 1, 2]) { $0.set([0, 1, 2], at: 0) }
        #expect(screen.picture == "0 2")
        screen.confirm(edit)
        // An answer to a question from before may not know of it.
        screen.answer(request: screen.lastRequest, seen: [0, 1, 2]) { $0.set([0, 1, 2], at: 0) }
        #expect(screen.picture == "0 2")
        screen.answer { $0.remove(1..<2) }
        #expect(screen.picture == "0 2" && screen.last.isEmpty && screen.list.isPlain)
    }

    @Test func `A removal that the server took in and did not do ends with the first answer that shows the row`() throws
    {
        let screen = Screen([0, 1, 2])
        screen.confirm(try screen.edit(.remove, 1))
        screen.answer(seen: [0, 1, 2]) { $0.set([0, 1, 2], at: 0) }
        #expect(screen.picture == "0 1 2" && screen.last.inserted == [1..<2] && screen.list.isPlain)
    }

    @Test func `A removal that the server was faster with is forgotten once it is confirmed`() throws {
        let screen = Screen([0, 1, 2])
        let edit = try screen.edit(.remove, 1)
        screen.answer { $0.remove(1..<2) }
        #expect(screen.picture == "0 2" && screen.list.edits.count == 1)
        screen.confirm(edit)
        screen.answer { $0.set([0], at: 0) }
        #expect(screen.list.isPlain)
    }

    @Test func `A removal that is taken back shows the row again where it was`() throws {
        let screen = Screen([0, 1, 2])
        let edit = try screen.edit(.remove, 1)
        screen.answer { $0.insert([5], at: 0) }
        screen.rollBack(edit)
        #expect(screen.picture == "5 0 1 2" && screen.last.inserted == [2..<3])
    }

    @Test func `A row is moved, moved again, and back`() throws {
        let screen = Screen([0, 1, 2, 3])
        let first = try screen.edit(.move(.start), 2)
        #expect(screen.picture == "+2 0 1 3")
        #expect(screen.last.moves == [.init(from: 2, to: 0)])
        let second = try screen.edit(.move(.after(3)), 2)
        #expect(screen.picture == "0 1 3 +2")
        screen.rollBack(second)
        #expect(screen.picture == "+2 0 1 3")
        screen.rollBack(first)
        #expect(screen.picture == "0 1 2 3")
        #expect(screen.last.moves == [.init(from: 0, to: 2)] && screen.list.isPlain)
    }

    @Test
    func `A moved row whose item was evicted is a placeholder where the server has it, once it is moved back`() throws {
        let screen = Screen([0, 1, 2])
        let move = try screen.edit(.move(.start), 2)
        screen.answer { $0.set([nil], at: 2) }
        #expect(screen.picture == "+2 0 1")
        screen.rollBack(move)
        #expect(screen.picture == "0 1 .")
        // It goes elsewhere and has other content, which is two rows to a list view.
        #expect(screen.last.removed == [0..<1] && screen.last.inserted == [2..<3] && screen.last.moves.isEmpty)
    }

    @Test func `A row without an item that is moved to where it is counts as changed there`() throws {
        let screen = Screen([0, 1, 2])
        try screen.edit(.update, 1)
        screen.answer { $0.set([nil], at: 1) }
        let move = try screen.edit(.move(.after(0)), 1)
        #expect(screen.picture == "0 +1 2" && screen.last.changed == [1..<2])
        screen.rollBack(move)
        #expect(screen.picture == "0 . 2" && screen.last.changed == [1..<2])
    }

    @Test func `A moved row of which the server shows the new place is the server's again`() throws {
        let screen = Screen([0, 1, 2])
        screen.confirm(try screen.edit(.move(.start), 2))
        screen.answer(seen: [2, 0, 1]) { server in
            server.remove(2..<3).followed(by: server.insert([2], at: 0))
        }
        #expect(screen.picture == "2 0 1" && screen.list.isPlain)
        #expect(screen.last.removed.isEmpty && screen.last.inserted.isEmpty)
    }

    @Test func `A moved row that the server removes is gone, and one that comes back is moved still`() throws {
        let screen = Screen([0, 1, 2])
        let edit = try screen.edit(.move(.start), 2)
        screen.answer { $0.remove(2..<3) }
        #expect(screen.picture == "0 1")
        screen.answer(seen: [2]) { $0.insert([2], at: 2) }
        #expect(screen.picture == "+2 0 1")
        screen.confirm(edit)
        screen.answer { $0.remove(2..<3) }
        #expect(screen.picture == "0 1" && screen.list.isPlain)
    }

    @Test func `An edit of a row that the server removes is kept until it is confirmed`() throws {
        let screen = Screen([0, 1])
        let edit = try screen.edit(.update, 1)
        screen.answer { $0.remove(1..<2) }
        #expect(screen.picture == "0" && screen.list.edits.count == 1)
        screen.confirm(edit)
        screen.answer { $0.set([0], at: 0) }
        #expect(screen.list.isPlain)
    }

    @Test func `Taking back what the server shows already changes nothing`() throws {
        let screen = Screen([0])
        let edit = try screen.edit(.insert(.end), 1)
        screen.answer(seen: [1]) { $0.insert([1], at: 1) }
        screen.rollBack(edit)
        #expect(screen.picture == "0 1" && screen.last.isEmpty)
    }

    @Test func `An own row can be moved, removed and put back`() throws {
        let screen = Screen([0, 1])
        let insertion = try screen.edit(.insert(.start), 7)
        let move = try screen.edit(.move(.end), 7)
        #expect(screen.picture == "0 1 +7")
        let removal = try screen.edit(.remove, 7)
        #expect(screen.picture == "0 1")
        screen.rollBack(removal)
        screen.rollBack(move)
        #expect(screen.picture == "+7 0 1")
        screen.rollBack(insertion)
        #expect(screen.picture == "0 1" && screen.list.isPlain)
    }

    @Test func `A filter hides a row that was moved, and none that was inserted`() throws {
        let screen = Screen([0, 1, 2])
        try screen.edit(.move(.start), 2)
        try screen.edit(.insert(.start), 4)
        screen.hide { $0 % 2 == 0 }
        #expect(screen.picture == "+4 1")
    }

    @Test func `What cannot be done is refused with its cause, and nothing changes`() throws {
        let screen = Screen([0, nil])
        #expect(throws: EditDefect.missingRow) { try screen.edit(.remove, 5) }
        #expect(throws: EditDefect.missingRow) { try screen.edit(.move(.start), 5) }
        #expect(throws: EditDefect.missingNeighbor) { try screen.edit(.insert(.after(5)), 6) }
        #expect(throws: EditDefect.existingRow) { try screen.edit(.insert(.start), 0) }
        #expect(throws: EditDefect.besideItself) { try screen.edit(.move(.before(0)), 0) }
        #expect(screen.picture == "0 ." && screen.list.isPlain)
    }
}
