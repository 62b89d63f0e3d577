import PagingCore
import Testing

/// Tests for the reader's row where a page does not have it: pages of five rows, behind plain positions.
///
/// In the pictures a letter is a row, `.` a placeholder; `^` is under the reader's first row.
@Suite struct ListMachineSightingTests {
    private func list(_ letters: String, ranking: ListBehavior.Ranking = .stable) -> Table {
        Table(letters, ListBehavior(membership: .changes, ranking: ranking))
    }

    @Test func `A row pushed away by more than a page is found where the growth of the list says`() {
        //       abcdefghijklmnopqrst          ABCDEFGHIJKLabcdefghijklmnopqrst
        //            ^                →                        ^
        var table = list("abcdefghijklmnopqrst")
        table.look(5..<10)
        table.server = "ABCDEFGHIJKLabcdefghijklmnopqrst"
        table.refresh()
        #expect(table.machine.position(of: Table.number("f")) == 17)
        table.look(17..<22)
        #expect(table.picture.dropFirst(17).hasPrefix("fghij"))
    }

    @Test func `A row that is gone is looked for once, and no further`() {
        var table = list("abcdefghijklmnopqrst")
        table.look(5..<10)
        table.server = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        table.refresh()
        _ = table.requests()
        table.look(5..<10)
        #expect(table.picture.dropFirst(5).hasPrefix("FGHIJ"))
        #expect(table.requests() <= 2)
    }

    @Test func `A row that only the growth of the list put in a page is not missed there`() {
        //       .....defghijklm.      ..... defghijklmnop: two more than was known, but none above l
        //                   ^     →               ^
        var table = Table("abcdefghijklmnop", ListBehavior(membership: .growsOnTop))
        (table.tellsTotal, table.tellsEnd) = (false, true)
        for start in [0, 5, 10, 15] { table.look(start..<start + 5) }
        table.removeViewer()
        table.releaseMemory()
        table.server = "XYabcdefghijklmnop"
        table.look(5..<10)
        table.look(10..<15)
        #expect(table.picture == ".....defghijklm.")
        let slot = table.machine.rows.slotID(at: 13)
        // After the end was seen, six more push it away by more than a page: only now a page for its place lacks it.
        table.later = ["RSTUVWXYabcdefghijklmnop"]
        table.look(13..<16)
        #expect(table.machine.position(of: Table.number("l")) == 19)
        #expect(table.machine.rows.slotID(at: 19) == slot)
    }

    @Test func `A row between two that are still neighbors has gone, and nothing else moves`() {
        //       abcdefghij      abcdefhij
        //            ^      →        ^         (g went)
        var table = list("abcdefghij")
        table.look(5..<10)
        table.server = "abcdefhij"
        table.refresh()
        #expect(table.machine.position(of: Table.number("g")) == nil)
        #expect(table.picture.dropFirst(5).hasPrefix("fhij"))
    }

    @Test func `A row that slots taken by a guess have moved is not moved as far again by rows above`() {
        //       abcdefghij.........................JKLMN      fghij..........................JKLMN
        //                                          ^     →                                   ^
        let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN"
        var table = Table(letters, ListBehavior(membership: .changes), capabilities: [.positions, .checks])
        for start in [0, 5, 35] { table.look(start..<start + 5) }
        table.server = String(letters.dropFirst(5))
        _ = table.requests()
        table.refresh()
        // Asked: whether it has changed, where the reader was, which is behind the end by now; the top; where he is.
        #expect(table.picture == "fghij.........................JKLMN")
        #expect(table.requests() == 4)
    }

    @Test func `A row is not moved by the growth from before it was seen`() {
        //       abcdefghijklmno..............45ABC...........       five came above 4 before it was seen: 4 is where it is
        //                                    ^                      ten come above it now: 4 goes down by ten, not by fifteen
        let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN"
        var table = list(letters)
        table.asksForPagesAlone()
        table.look(0..<5)
        // The second page below says that they came, and nobody knows where; the reader is elsewhere before he sees his rows.
        table.later = ["abcdefghijklmnopqrstuvwxyz12345ABCDEFGHIJKLMN"]
        table.answersLeft = 2
        table.look(3..<14)
        table.answersLeft = .max
        table.look(29..<34)
        #expect(table.picture.dropFirst(29).hasPrefix("45ABC"))
        _ = table.requests()
        // Ten more, above him.
        table.server = "abcdefghijklm67890OPQRSnopqrstuvwxyz12345ABCDEFGHIJKLMN"
        table.refresh()
        #expect(table.machine.position(of: Table.number("4")) == 39)
        #expect(table.log == [.page(.positions(29..<34)), .page(.positions(0..<6)), .page(.positions(39..<44))])
    }

    @Test func `A screen of placeholders shows what belongs where it is, wherever its neighbors have gone`() {
        //       abcde.........................EFGHI.....      fghij ....................EFGHI.....
        //                                ^                 →                            ^
        let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN"
        var table = list(letters)
        for start in [0, 30] { table.look(start..<start + 5) }
        let slot = table.machine.rows.slotID(at: 25)
        _ = table.requests()
        table.server = String(letters.dropFirst(5))
        table.look(25..<30)
        #expect(table.machine.rows.position(of: slot) == 25)
        #expect(table.picture.dropFirst(25).hasPrefix("EFGHI"))
        #expect(table.requests() == 1)
    }

    @Test func `A viewer that shows no row yet is no reader of placeholders`() {
        var table = list("abcdefghij")
        table.look(0..<5)
        table.look(0..<0)
        table.server = "xabcdefghij"
        table.refresh()
        #expect(table.picture == "xabcde.....")
    }

    @Test func `Placeholders above the first row that is seen keep their distance to it`() throws {
        //       .....fghij.....pqrst......      .....fghij..klmXYn pqrst......
        //                    ^             →                    ^      (a view's place is the slot of its first row)
        var table = list("abcdefghijklmnopqrstuvwxyz")
        table.look(5..<10)
        table.look(15..<20)
        let (first, seen) = (table.machine.rows.slotID(at: 13), table.machine.rows.slotID(at: 15))
        table.server = "abcdefghijklmXYnopqrstuvwxyz"
        table.look(13..<18)
        let position = try #require(table.machine.rows.position(of: seen))
        #expect(position > 15, "two rows came above it")
        #expect(table.machine.rows.position(of: first) == position - 2)
    }

    @Test func `The first row seen below placeholders is looked for once, and no further`() {
        //       ..........klmnopqrstuvwxyz      another list: k is looked for where it would be, and given up
        //               ^                   →
        var table = list("abcdefghijklmnopqrstuvwxyz")
        for start in [0, 20, 15, 10] { table.look(start..<start + 5) }
        table.server = "ABCDEFGHIJabcdeKLMNOPQRSTUVWXYZ"
        _ = table.requests()
        table.look(8..<13)
        #expect(table.requests() == 2)
        #expect(table.picture == "....EFGHIJabcdeKLMNOPqrstuvwxy.")
    }

    @Test func `Rows of two pages that nothing joins need not be in the order shown`() {
        //       pqrst.....IJKLM.....          pqKLMrstabcdefghijkl
        //         ^                   →            ^         (K L M are before r, and were before)
        var table = list("pqrstabcdefghijklmno")
        table.look(2..<5)
        table.server = "pqABCDEFGHIJKLMrstab"
        table.look(10..<15)
        #expect(table.picture == "pqrst.....IJKLM.....")
        table.look(2..<5)
        table.server = "pqKLMrstabcdefghijkl"
        table.refresh()
        #expect(table.picture.hasPrefix("pqKLMrst"))
    }

    @Test func `In a list in another order rows are shown in place`() {
        var table = list("abcdefghijklmnopqrst", ranking: .rebuilt)
        table.look(5..<10)
        let slots = (5..<10).map { table.machine.rows.slotID(at: $0) }
        table.server = "tsrqponmlkjihgfedcba"
        table.refresh()
        #expect(table.picture.dropFirst(5).hasPrefix("onmlk"))
        #expect((5..<10).map { table.machine.rows.slotID(at: $0) } == slots)
    }

    @Test func `In a list in another order that ends above the reader his row goes where nothing is proven`() {
        //       abcde.....klmnopqrst     ^ under p; e and all below are seen anew, and end with Z
        //       abpdeklmnoXYZ
        var table = list("abcdefghijklmnopqrstuvwxyz", ranking: .rebuilt)
        (table.tellsTotal, table.tellsEnd) = (false, true)
        for start in [0, 5, 10, 15] { table.look(start..<start + 5) }
        table.setLoadsAutomatically(false)
        table.releaseMemory()
        table.loadFirstMissing()
        table.server = "abpdeklmnoXYZ"
        table.loadFirstMissing()
        table.loadFirstMissing()
        #expect(table.picture.count == 13)
        #expect(table.machine.position(of: Table.number("p")) == 3)
        table.setLoadsAutomatically(true)
        table.look(3..<8)
        #expect(table.picture == "abpdeklmnoXYZ")
    }

    @Test func `A row told as removed and added takes its slot along`() throws {
        var table = Table(
            "abcdefghij", ListBehavior(membership: .changes, ranking: .rebuilt), capabilities: [.positions, .changes])
        table.look(0..<5)
        let slot = table.machine.rows.slotID(at: 1)
        table.changes = { version in
            let b = Table.number("b")
            return ListChanges(
                from: version, to: Version("v1"), removed: [b], added: [ListChanges.Addition(b, at: 9)], total: 10)
        }
        table.server = "acdefghijb"
        table.refresh()
        let place = try #require(table.machine.position(of: Table.number("b")))
        #expect(place == 9)
        #expect(table.machine.rows.slotID(at: place) == slot)
    }

    @Test func `Of rows that go untold none goes that was seen since`() {
        //       abcdefghijklmno      abcdePQRSTklmno: nobody can tell      abcdeRSTklmno: gone are P and Q, never shown
        //                    ^   →                ^                    →              ^
        var table = Table("abcdefghijklmno", ListBehavior(membership: .changes), capabilities: [.positions, .changes])
        for start in [0, 5, 10, 13] { table.look(start..<start + 5) }
        let slot = table.machine.rows.slotID(at: 13)
        table.forgetHistory()
        table.server = "abcdePQRSTklmno"
        table.refresh()
        #expect(table.picture == "abcdefghijklmno")
        table.changes = { version in
            let gone = "PQ".map(Table.number)
            return ListChanges(from: version, to: Version("v2"), removed: gone, added: [], total: 13)
        }
        table.server = "abcdeRSTklmno"
        table.refresh()
        #expect(table.picture.hasSuffix("klmno"))
        #expect(table.machine.rows.position(of: slot) == 11)
    }

    @Test func `A row that comes without having gone leaves room for the rows that were where it was seen`() {
        //       .....fghijklmno      .....VWXYZklmno: nobody can tell      ..........klmnofghij: said to come, not to have gone
        //                 ^     →              ^                      →              ^
        var table = Table("abcdefghijklmno", ListBehavior(membership: .changes), capabilities: [.positions, .changes])
        for start in [5, 10] { table.look(start..<start + 5) }
        let slot = table.machine.rows.slotID(at: 10)
        table.forgetHistory()
        table.server = "abcdeVWXYZklmno"
        table.refresh()
        #expect(table.machine.position(of: Table.number("f")) == 5)
        table.changes = { version in
            let new = "fghij".enumerated().map { ListChanges.Addition(Table.number($1), at: 15 + $0) }
            return ListChanges(from: version, to: Version("v2"), removed: [], added: new, total: 20)
        }
        table.server = "abcdeVWXYZklmnofghij"
        _ = table.requests()
        table.refresh()
        #expect(table.machine.rows.position(of: slot) == 10)
        #expect(table.picture.hasSuffix("klmnofghij"))
        #expect(table.requests() == 2)
    }

    @Test func `In a list in another order rows keep theirs while the server tells what happens`() {
        //       abcde.....klmnopqrst      q went to where g was: nobody can tell      abcdefhijklmnopgrsqt
        //                 ^           →                                             →          ^
        var table = Table(
            "abcdefghijklmnopqrst", ListBehavior(membership: .changes, ranking: .rebuilt),
            capabilities: [.positions, .changes])
        for start in [15, 10] { table.look(start..<start + 5) }
        table.forgetHistory()
        table.server = "abcdefqhijklmnopgrst"
        table.refresh()
        let slot = table.machine.rows.slotID(at: 10)
        table.changes = { version in
            let q = Table.number("q")
            return ListChanges(from: version, to: Version("v2"), removed: [q], added: [.init(q, at: 18)], total: 20)
        }
        table.server = "abcdefhijklmnopgrsqt"
        table.refresh()
        #expect(table.machine.position(of: Table.number("k")) == 9)
        #expect(table.machine.rows.position(of: slot) == 9)
    }

    @Test func `Beside rows that are proven a whole page is asked for`() {
        //       abcdefghijklmnopqrst          defghijklmnopqrst
        //                   ^         →                ^
        var table = list("abcdefghijklmnopqrst")
        table.tellsVersions = true
        table.asksForPagesAlone()
        for rows in [0..<5, 5..<10, 10..<15, 15..<20, 12..<17] { table.look(rows) }
        table.server = "defghijklmnopqrst"
        _ = table.requests()
        table.refresh()
        // The page for the screen has p to t, so m to o are missing above them: k and l come along, for what else is learned
        // meanwhile may yet move the screen there.
        #expect(table.log.first == .page(.positions(12..<17)))
        #expect(table.log.contains(.page(.positions(7..<12))))
        #expect(table.picture.hasSuffix("klmnopqrst"))
    }
}
