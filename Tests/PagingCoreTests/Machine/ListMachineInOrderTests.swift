import PagingCore
import Testing

/// Lists that are read in order and whose rows come and go anywhere. Pages hold five rows; the reader sees five.
@Suite struct ListMachineInOrderTests {
    private static let changing = ListBehavior(membership: .changes)
    private static let rebuilt = ListBehavior(ranking: .rebuilt)

    /// The whole of a list has been read, and the reader looks at rows of it.
    private func table(_ letters: String, _ behavior: ListBehavior, at rows: Range<Int>) -> Table {
        var table = Table(letters, behavior, capabilities: .cursors)
        table.look(0..<5)
        for _ in 1..<letters.count / 5 { table.loadMore() }
        table.look(rows)
        _ = table.requests()
        return table
    }

    @Test func `Rows between two shared rows that are not in the page have gone`() {
        var table = table("abcdefghijklmno", Self.changing, at: 0..<5)
        table.server = "abefghijklmno"
        table.refresh()
        #expect(table.picture == "abefghijklmno")
        #expect(table.requests() == 1)
    }

    @Test func `What the page has more makes room for itself`() {
        var table = table("abcdefghijklmno", Self.changing, at: 0..<5)
        table.server = "abXYcdefghijklmno"
        table.refresh()
        #expect(table.picture == "abXYcdefghijklmno")
    }

    @Test func `A row that was pushed down by more than a page stays, and is met again`() {
        var table = table("abcdefghijklmno", Self.changing, at: 5..<10)
        table.server = "abcdeUVWXYZfghijklmno"
        table.refresh()
        #expect(table.picture == "abcdeUVWXYZfghijklmno")
        #expect(table.machine.rows[11] == Table.number("f"))
    }

    @Test func `A page that reaches above the row it was asked for after says that this has gone`() {
        var table = table("abcdefghijklmno", Self.changing, at: 10..<15)
        // The row that a cursor leads past is gone, so that it leads past nothing.
        table.server = "abcdefgklmno"
        table.refresh()
        table.look(3..<8)
        #expect(table.picture == "abcdefgklmno")
    }

    @Test func `A page that is the last cuts off the rows behind it`() {
        var table = table("abcdefghijklmno", Self.changing, at: 5..<10)
        table.server = "abcdefg"
        table.refresh()
        #expect(table.picture == "abcdefg")
        #expect(table.machine.endIsKnown)
    }

    @Test func `A first page that meets nothing leaves a gap, and pages close it`() {
        var table = table("abcdefghijklmno", Self.changing, at: 5..<10)
        table.setGapPolicy(.showGap)
        table.server = "TUVWXYZabcdefghijklmno"
        table.refresh()
        #expect(table.pictureWithGaps == "TUVWX|abcdefghijklmno")
        table.fillGap(at: 5)
        #expect(table.pictureWithGaps == "TUVWXYZabcdefghijklmno")
    }

    @Test func `A walk that meets nothing known ends with the list it has read`() {
        let letters = (0..<600).compactMap { Unicode.Scalar(0x4E00 + $0) }.map { String(Character($0)) }.joined()
        var table = table("abcde", Self.changing, at: 0..<5)
        table.server = letters
        table.refresh()
        #expect(!table.picture.contains("a"))
        #expect(table.log.count <= 102)
    }

    @Test func `Where the order is another, a page takes the place of as many rows behind the one it follows`() {
        var table = table("abcdefghijklmno", Self.rebuilt, at: 5..<10)
        table.server = "onmlkjihgfedcba"
        table.refresh()
        // Nobody has seen yet that c follows f, and nobody looks.
        #expect(table.picture == "onmlkjihgfcba")
        table.look(8..<13)
        #expect(table.picture == "onmlkjihgfedcba")
    }

    @Test func `Where the order is another, a cursor leads past its row wherever that has gone`() {
        var table = table("abcdefghijklmno", Self.rebuilt, at: 0..<5)
        table.server = "klmnoabcdefghij"
        table.refresh()
        table.look(5..<10)
        table.look(10..<15)
        #expect(table.picture == "klmnoabcdefghij")
    }
}
