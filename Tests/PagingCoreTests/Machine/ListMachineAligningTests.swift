import PagingCore
import Testing

/// A list whose rows move on the server, behind plain positions: the articles' own examples, with pages of five rows.
///
/// In the pictures a letter is a row, `.` a placeholder.
@Suite struct ListMachineAligningTests {
    @Test func `Two rows added on top while paging down are recognized, and the offset is shifted by them`() {
        var table = Table("abcdefghijklmno", ListBehavior(membership: .growsOnTop))
        table.look(0..<5)
        #expect(table.picture == "abcde..........")
        table.server = "XYabcdefghijklmno"
        table.look(5..<10)
        // The server's rows 4..<10, asked for with one that was known, are c d e f g h: three of them were known. The
        // reader had come to f, and what follows on his screen was loaded too.
        #expect(table.picture == "..abcdefghijklm..")
        #expect(table.machine.position(of: Table.number("a")) == 2)
        table.look(0..<7)
        #expect(table.picture == "XYabcdefghijklm..")
    }

    @Test func `More rows added on top than a page holds do not get paging stuck`() {
        var table = Table("abcdefghijklmno", ListBehavior(membership: .growsOnTop))
        table.look(0..<5)
        table.server = "ZYXWVUTSRabcdefghijklmno"
        table.look(5..<10)
        table.look(14..<19)
        #expect(table.picture.hasSuffix("abcdefghijk...."))
        #expect(table.requests() <= 4)
    }

    @Test func `Two rows removed above while paging down leave no hole`() {
        var table = Table("abcdefghijklmno", ListBehavior(membership: .changes))
        table.look(0..<5)
        table.server = "acefghijklmno"
        table.look(3..<8)
        // The one row of overlap did not come again, so what is on screen was proven anew: f and g are not passed over.
        #expect(table.picture.hasPrefix("acefghi"))
        #expect(table.requests() <= 4)
    }

    @Test func `More rows removed above than a page holds leave no hole either`() {
        var table = Table("abcdefghijklmnopqrstuvwxyz", ListBehavior(membership: .changes))
        table.look(0..<5)
        table.look(10..<15)
        table.server = "hijklmnopqrstuvwxyz"
        table.look(13..<18)
        // Seven rows are gone, so the server's rows from 13 on are u v w x y: none of them was known. What is on screen
        // goes on behind n and o, and nothing between o and u is passed over.
        #expect(table.picture.contains("nopqr"))
        #expect(!table.picture.contains("ou"))
        // Rows above are found to be gone when they are looked at.
        table.look(0..<5)
        #expect(table.picture.hasPrefix("hijkl"))
        table.look(5..<10)
        #expect(table.picture.hasPrefix("hijklmnopq"))
    }

    @Test func `A refresh with rows added on top keeps what is known and the reader's place`() {
        var table = Table("abcdefghijklmno", ListBehavior(membership: .changes))
        table.look(0..<5)
        table.look(5..<10)
        table.server = "XYabcdefghijklmno"
        table.refresh()
        #expect(table.picture.hasPrefix("XYabcdefghij"))
        #expect(table.machine.position(of: Table.number("f")) == 7)
    }

    @Test func `A refresh of a list that was rebuilt shows the new order where the reader looks`() {
        var table = Table("abcdefghijklmno", ListBehavior(membership: .changes, ranking: .rebuilt))
        table.look(0..<5)
        table.look(5..<10)
        table.server = "onmlkjihgfedcba"
        table.refresh()
        table.look(5..<10)
        #expect(table.picture.dropFirst(5).prefix(5) == "jihgf")
        #expect(Set(table.picture.filter { $0 != "." }).count == table.picture.filter { $0 != "." }.count)
    }

    @Test func `A row that moved is only where it was seen last`() {
        var table = Table("abcdefghijklmno", ListBehavior(membership: .changes))
        table.look(0..<5)
        table.look(10..<15)
        table.server = "lmabcdefghijkno"
        table.refresh()
        #expect(table.picture.filter { $0 == "l" }.count <= 1)
        table.look(0..<5)
        #expect(table.picture.hasPrefix("lmabc"))
        table.look(10..<15)
        #expect(table.picture.hasSuffix("ijkno"))
    }

    @Test func `Where nobody tells how long a list is, a page that reaches its end says that it may go on`() {
        var table = Table("", ListBehavior(membership: .changes))
        table.tellsTotal = false
        table.look(0..<7)
        #expect(table.machine.endIsKnown)
        table.server = "abcdefghijkl"
        table.refresh()
        #expect(table.picture.hasPrefix("abcdefg"))
    }
}
