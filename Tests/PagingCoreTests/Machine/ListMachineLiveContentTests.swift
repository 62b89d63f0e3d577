import PagingCore
import Testing

/// Live lists whose rows stay where they are, and change their content. Pages hold five rows.
@Suite struct ListMachineLiveContentTests {
    @Test func `Content that came along is shown without a request, in a list whose rows stay where they are`() {
        var table = Table.listening("abcdefghij", ListBehavior(content: .changes), [.positions, .contents, .live])
        // The pages may be older than the stream.
        table.tell("v0")
        table.pass(5_000)
        #expect(table.log == [Table.items("abcde")])
        _ = table.requests()
        for number in 0..<100 {
            let edited = ListChanges<Int>(
                from: Version("v\(number)"), to: Version("v\(number + 1)"),
                edited: [Table.number("b"), Table.number("z")])
            #expect(table.tell(edited, carrying: "bz") == PositionSet(1..<2))
        }
        table.pass(5_000)
        #expect(table.requests() == 0 && table.wakeAt == nil)
        // One that does not come along is asked for, and so are all where something is missing in between.
        table.tell(ListChanges(from: "v100", to: "v101", edited: [Table.number("c")]))
        #expect(table.log == [Table.items("c")])
        _ = table.requests()
        table.tell(ListChanges(from: "v102", to: "v103", edited: [Table.number("d")]), carrying: "d")
        table.pass(5_000)
        #expect(table.log == [Table.items("abcde")])
        // The same where it is not said which rows were edited, and not more often than lists are compared.
        _ = table.requests()
        for number in 103..<203 {
            table.tell(ListChanges(from: Version("v\(number)"), to: Version("v\(number + 1)")))
            table.pass(100)
        }
        #expect((3...20).contains(table.requests()))
    }

    @Test(arguments: ["f", ""]) func `Content that was told of a row before its page came is asked for`(
        _ carried: String
    ) {
        var table = Table.listening("abcdefghij", ListBehavior(content: .changes), [.positions, .contents, .live])
        table.tell("v0")
        table.pass(5_000)
        _ = table.requests()
        table.answersLeft = 0
        table.look(5..<10)
        let page = table.machine.inFlight
        #expect(page.count == 1)
        table.pass(50)
        table.tell(ListChanges(from: "v0", to: "v1", edited: [Table.number("f")]), carrying: carried)
        table.answersLeft = .max
        table.arrive(Page(Array("fghij").map(Table.number), at: 5, total: 10), for: page[0].request)
        table.pass(5_000)
        #expect(table.picture == "abcdefghij")
        #expect(table.log == [Table.items("f")])
    }
}
