import PagingCore
import Testing

/// Live lists whose pages fail: rows are asked for again when the server is back, and not too often while it fails. Pages hold five rows.
@Suite struct ListMachineFailingServerTests {
    /// A list whose server went away while it was being read anew, and whose pages failed for good.
    private static func abandoned() -> Table {
        var table = Table.listening()
        (table.losesPages, table.server) = (true, "XYZbcdefghijklmno")
        table.forgetHistory()
        table.tell("v1")
        table.pass(5_000)
        return table
    }

    @Test func `Rows that failed while the server was away are asked for again where the stream works again`() {
        var table = Self.abandoned()
        // Rows that may have been replaced go on being shown, and the list says so.
        guard case .failed = table.machine.phase else { return #expect(Bool(false), "\(table.machine.phase)") }
        table.breakStream()
        _ = table.requests()
        table.pass(120_000)
        // Nobody looks at them anew, and no stream tells that the server is back.
        #expect(table.requests() == 0 && table.picture.hasPrefix("abcde"))
        table.losesPages = false
        table.tell("v1")
        table.pass(60_000)
        #expect(table.picture.contains("bcde") && !table.picture.contains("a"))
        #expect(table.machine.version == "v1" && table.machine.phase == .idle)
        _ = table.requests()
        table.pass(120_000)
        #expect(table.requests() == 0)
    }

    @Test func `A failure stays told while its rows are tried again by themselves`() {
        var table = Self.abandoned()
        table.pass(60_000)
        table.answersLeft = 0
        while table.machine.inFlight.isEmpty, table.now.milliseconds < 600_000 { table.pass(1_000) }
        #expect(!table.machine.inFlight.isEmpty)
        guard case .failed(let failure) = table.machine.phase else {
            return #expect(Bool(false), "\(table.machine.phase)")
        }
        // The driver keeps the error for as long.
        if case .source(let request) = failure { #expect(table.machine.remembersFailure(of: request)) }
        // A reader who asks for it sees that it is tried.
        table.retry()
        #expect(table.machine.phase == .idle)
    }

    @Test func `A refresh that failed is no error any more once its rows have come`() {
        var table = Table.listening()
        table.losesPages = true
        table.forgetHistory()
        table.refresh()
        table.pass(5_000)
        #expect(table.failures.count == 1)
        guard case .failed = table.machine.phase else { return #expect(Bool(false), "\(table.machine.phase)") }
        table.losesPages = false
        table.pass(60_000)
        #expect(table.machine.phase == .idle && table.picture.hasPrefix("abcde"))
    }

    @Test func `A server whose stream works and whose pages fail is asked less and less often`() {
        var table = Self.abandoned()
        _ = table.requests()
        table.pass(600_000)
        // Every 30 to 60 seconds in the end.
        #expect((10...24).contains(table.requests()))
    }

    @Test func `A server whose pages fail is not asked more often because its data changes or its reader scrolls`() {
        var table = Table.listening(String("abcdefghijklmnopqrstuvwxyz".prefix(26)))
        table.losesPages = true
        for number in 0..<600 {
            table.server = number % 2 == 0 ? "XYabcdefghijklmnopqrstuvwxyz" : "abcdefghijklmnopqrstuvwxyz"
            table.tell(from: number, to: number + 1)
            table.look(number % 20..<number % 20 + 5)
            table.pass(100)
        }
        // A minute or more, as each request takes its time: six attempts, and then one every two to four seconds.
        let seconds = table.now.milliseconds / 1_000
        let requests = Double(table.requests())
        #expect(requests <= 6 + seconds / 2, "\(requests) in \(seconds) s")
        table.losesPages = false
        table.look(0..<5)
        table.pass(60_000)
        #expect(table.picture.hasPrefix("abcde"))
    }

    @Test func `Rows that failed, and are behind the end by now, are no error of the list`() {
        var table = Table.listening()
        table.losesPages = true
        table.look(10..<15)
        table.pass(5_000)
        table.look(0..<5)
        table.server = "abcdefgh"
        table.tell(from: 0, to: 1)
        #expect(table.picture == "abcde..." && table.machine.phase == .idle)
    }

    @Test func `A page that fails by itself is not asked for more often because the stream breaks and comes back`() {
        var table = Self.abandoned()
        _ = table.requests()
        for _ in 0..<200 {
            table.breakStream()
            table.pass(1_000)
            table.tell("v1")
        }
        // Twice the attempts at first, and then after waits of up to a minute.
        #expect((3...20).contains(table.requests()))
    }

    @Test func `A refresh that failed stays one while other rows come`() {
        var table = Table.listening("abcdefghijklmnopqrst", ListBehavior(content: .changes), [.positions, .live])
        table.losesPages = true
        table.refresh()
        table.pass(2_000)
        table.breakStream()
        table.losesPages = false
        table.look(12..<17)
        table.pass(2_000)
        #expect(table.picture.dropFirst(12).hasPrefix("mnopq"))
        #expect(!table.failures.isEmpty)
        guard case .failed = table.machine.phase else { return #expect(Bool(false), "\(table.machine.phase)") }
        table.look(0..<5)
        table.pass(60_000)
        #expect(table.machine.phase == .idle)
    }
}
