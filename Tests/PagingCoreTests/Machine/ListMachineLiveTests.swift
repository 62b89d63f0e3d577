import PagingCore
import Testing

/// Lists whose server tells what happens as it happens. Pages hold five rows.
@Suite struct ListMachineLiveTests {
    // MARK: Listening

    @Test func `A list listens from the version of its first page on, and asks for nothing else`() {
        let table = Table.listening()
        #expect(table.stream?.since == "v0")
        #expect(table.log.isEmpty && table.wakeAt == nil && table.machine.phase == .idle)
    }

    @Test func `Nobody who looks, nobody who listens`() {
        var table = Table.listening()
        table.removeViewer()
        #expect(table.stream == nil && table.wakeAt == nil)
        table.look(5..<10)
        #expect(table.stream?.since == "v0")
    }

    @Test func `A list that loads by hand, and one whose first page failed, do not listen`() {
        var table = Table("abcdefghij", Table.moving, capabilities: Table.telling)
        table.setLoadsAutomatically(false)
        table.look(0..<5)
        table.loadMore()
        #expect(table.picture.hasPrefix("abcde") && table.stream == nil)
        table.setLoadsAutomatically(true)
        table.look(0..<5)
        #expect(table.stream != nil)
    }

    @Test func `A list whose source is replaced listens to the new one, or to none`() {
        var table = Table.listening()
        let former = table.stream?.id
        table.replaceSource(Table.telling)
        #expect(table.stream != nil && table.stream?.id != former)
        table.breakStream()
        #expect(table.wakeAt != nil)
        table.replaceSource(Table.telling.subtracting(.live))
        #expect(table.stream == nil && table.wakeAt == nil)
    }

    // MARK: What is told

    @Test func `What happened is applied in place, without a request for what did not change`() {
        var table = Table.listening()
        table.server = "abXcefghijklmno"
        table.tell(from: 0, to: 1, carrying: "X")
        #expect(table.picture == "abXce..........")
        #expect(table.machine.version == "v1" && table.requests() == 0)
    }

    @Test func `An item that did not come along is asked for where it is on screen`() {
        var table = Table.listening()
        table.server = "abXcdefghijklmno"
        table.tell(from: 0, to: 1)
        #expect(table.picture.hasPrefix("abXcde"))
        #expect(table.log == [.page(.positions(2..<3))])
    }

    @Test func `What is told twice, and what came another way meanwhile, is told once`() {
        var table = Table.listening()
        table.server = "Xabcdefghijklmno"
        table.tell(from: 0, to: 1, carrying: "X")
        table.tell(from: 0, to: 1, carrying: "X")
        table.tell("v1")
        #expect(table.picture.hasPrefix("Xabcde") && table.picture.count == 16)
        #expect(table.requests() == 0)
    }

    @Test func `A stream that leaves something out is made good by one question`() {
        var table = Table.listening()
        for letters in ["Xabcdefghijklmno", "YXabcdefghijklmno", "ZYXabcdefghijklmno"] { table.server = letters }
        table.tell(from: 1, to: 2)
        #expect(table.log.first == .changes(since: "v0"))
        #expect(table.log.count { $0 == .changes(since: "v0") } == 1)
        // The reader's first row keeps its place.
        #expect(table.machine.version == "v3" && table.picture.hasPrefix("...abcde"))
        table.look(0..<5)
        #expect(table.picture.hasPrefix("ZYXabcde"))
    }

    @Test func `A version alone is asked about, and one that is shown is not`() {
        var table = Table.listening()
        table.tell("v0")
        #expect(table.requests() == 0)
        table.server = "Xabcdefghijklmno"
        table.tell("v1")
        #expect(table.log.first == .changes(since: "v0"))
        #expect(table.machine.phase == .idle && table.picture.hasPrefix(".abcde"))
    }

    @Test func `News without a version are asked about too`() {
        var table = Table.listening()
        table.server = "Xabcdefghijklmno"
        table.tell(nil)
        #expect(table.picture.hasPrefix(".abcde"))
    }

    @Test func `Versions in quick succession cost two questions a second`() {
        var table = Table.listening()
        // Nobody can say what happened, so that a page is asked for each time.
        table.forgetHistory()
        for number in 1...20 {
            table.server = String("abcdefghijklmno".dropFirst(number % 2))
            table.tell(Version("v\(number)"))
            table.pass(50)
        }
        #expect(table.log.count { if case .changes = $0 { true } else { false } } <= 6)
        table.pass(2_000)
        #expect(table.picture.hasPrefix("abcde") && table.wakeAt == nil)
    }

    @Test func `A stream that is late is left the time to come level, and the list asks less often`() {
        var table = Table.listening()
        // Three versions a second, of which the stream tells twenty seconds later, and leaves out every other one.
        let versions = 60
        for number in 1...2 * versions {
            if number <= versions { table.server = String("abcdefghijklmno".dropLast(number % 2)) }
            let late = number - versions
            if number == 5 { table.tell(Version("v\(number)")) }
            if late > 0, late % 2 == 0 { table.tell(from: late - 2, to: late) }
            table.pass(333)
        }
        let questions = table.log.count { if case .changes = $0 { true } else { false } }
        #expect(questions <= 9, "\(questions)")
        #expect(table.machine.version == Version("v\(versions)") && table.picture.hasPrefix("abcde"))
    }

    @Test func `A server that goes back to an earlier version is believed after a while`() {
        var table = Table.listening()
        table.server = "Xabcdefghijklmno"
        table.tell(from: 0, to: 1, carrying: "X")
        table.answerAll(with: 0)
        table.forgetHistory()
        table.tell("v0")
        #expect(table.machine.version == "v1")
        table.pass(1_000)
        table.look(0..<5)
        #expect(table.picture.hasPrefix("abcde"))
    }

    @Test(arguments: [[.positions, .live], [.positions, .checks, .live]] as [SourceCapabilities])
    func `A server that tells versions alone is read anew where the reader looks, and does not say that it refreshes`(
        _ capabilities: SourceCapabilities
    ) {
        var table = Table.listening("abcdefghijklmno", Table.moving, capabilities)
        table.server = "XYabcdefghijklmno"
        table.tell("v1")
        // The reader's first row keeps its place, so what came above it is above the screen.
        #expect(table.picture.contains("abcde") && table.picture.count == 17)
        #expect(table.machine.version == "v1" && table.machine.phase == .idle)
    }

    @Test func `A list of snapshots takes another where it is told of another version`() {
        var table = Table.listening("abcdefghij", Table.moving, [.positions, .identifiers, .snapshots, .live])
        table.server = "abXcdefghij"
        table.tell("v1")
        #expect(table.log.contains(.snapshot) && table.picture.hasPrefix("abXcd"))
    }

    @Test func `Impossible news are checked, and not believed`() {
        var table = Table.listening()
        let odd = ListChanges<Int>(from: "v0", to: "v9", added: [.init(7, at: 5_000_000_000)], total: -3)
        table.tell(odd)
        #expect(table.log.first == .changes(since: "v0") && table.picture.hasPrefix("abcde"))
        #expect(table.machine.version == "v0")
    }

    /// A list that asks what happened since its first version, while its stream tells of three versions more.
    ///
    /// - Parameter known: the version up to which the answer says what happened.
    private static func overtaken(
        _ known: Version
    ) -> (machine: ListMachine, questions: [LoadRequest], wakeAt: Instant?) {
        var machine = ListMachine(
            capabilities: Table.telling, behavior: Table.moving, policy: LoadPolicy(pageSize: 5, preloads: false),
            seed: 1)
        func page(_ version: Version) -> Page<Int> { Page(Array(0..<5), at: 0, total: 5, version: version) }
        func changes(_ old: Version, _ new: Version) -> ListChanges<Int> { ListChanges(from: old, to: new, total: 5) }
        let now = Instant(milliseconds: 100)
        let first = machine.viewport(0..<5, now: Instant(milliseconds: 0)).requests
        let stream = machine.arrived(page("v0"), for: first[0].id, now: now).requests[0].id
        let question = machine.refresh(now: now).effects.requests[0].id
        for (old, new) in [("v0", "v1"), ("v1", "v2"), ("v2", "v3")] as [(Version, Version)] {
            _ = machine.liveChanges(changes(old, new), for: stream, now: now)
        }
        let effects = machine.changesArrived(changes("v0", known), for: question, now: now)
        return (machine, effects.requests, effects.wakeAt)
    }

    @Test func `An answer that the stream overtook is not asked for again`() {
        let (machine, questions, _) = Self.overtaken("v2")
        #expect(machine.version == "v3" && questions.isEmpty)
    }

    @Test func `An answer of a version that the stream does not come to is asked for once more`() {
        var (machine, questions, wakeAt) = Self.overtaken("v9")
        #expect(machine.version == "v3" && questions.isEmpty)
        questions = machine.wake(now: wakeAt ?? Instant(milliseconds: 0)).requests
        #expect(questions.map(\.kind) == [.changes(since: "v3")])
    }

    /// A list that changes faster than its server answers: whenever a page comes, it is being asked what happened, since its stream said
    /// that something did.
    ///
    /// - Returns: after how many pages the one that the reader waits for was shown; `nil` where it was not.
    private static func pagesUntilShown(atMost limit: Int) -> Int? {
        var machine = ListMachine(
            capabilities: Table.telling, behavior: Table.moving, policy: LoadPolicy(pageSize: 5, preloads: false),
            seed: 1)
        var (now, number) = (Instant(milliseconds: 0), 0)
        func next() -> Version {
            number += 1
            return Version("v\(number)")
        }
        func page(_ rows: Range<Int>, _ version: Version) -> Page<Int> {
            Page(Array(rows), at: rows.lowerBound, total: 20, version: version)
        }
        let first = machine.viewport(0..<5, now: now).requests
        let stream = machine.arrived(page(0..<5, "v0"), for: first[0].id, now: now).requests[0].id
        var effects = machine.viewport(10..<15, now: now)
        for count in 1...limit {
            while !effects.requests.contains(where: { $0.kind == .page(.positions(10..<15)) }) {
                guard let wakeAt = effects.wakeAt else { return nil }
                now = wakeAt
                effects = machine.wake(now: now)
            }
            let asked = effects.requests.first { $0.kind == .page(.positions(10..<15)) }
            now = now.advanced(byMilliseconds: 1_000)
            let told = machine.liveVersion(next(), for: stream, now: now)
            let question = told.requests.first { if case .changes = $0.kind { true } else { false } }
            guard let asked, let question, case .changes(let since) = question.kind else { return nil }
            effects = machine.arrived(page(10..<15, next()), for: asked.id, now: now)
            if machine.rows[10] == 10 { return count }
            let changes = ListChanges<Int>(from: since, to: next(), total: 20)
            effects = machine.changesArrived(changes, for: question.id, now: now)
        }
        return nil
    }

    @Test func `A row on screen is shown though the list is found to have changed whenever its page comes`() {
        #expect(Self.pagesUntilShown(atMost: 20) ?? .max <= 4)
    }

    // MARK: Streams that end

    @Test func `A stream that breaks is opened again from where the list is, later each time`() {
        var table = Table.listening()
        table.server = "Xabcdefghijklmno"
        table.tell(from: 0, to: 1, carrying: "X")
        var waits: [Double] = []
        for _ in 0..<40 {
            table.breakStream()
            let due = table.wakeAt?.milliseconds ?? .infinity
            waits.append(due - table.now.milliseconds)
            table.pass(waits.last ?? 0)
            #expect(table.stream?.since == "v1")
        }
        // Exponential back-off with full jitter, bounded: no stream is given up while somebody looks.
        #expect(waits.allSatisfy { 0...60_000 ~= $0 } && waits.prefix(3).max() ?? 0 < waits.suffix(30).max() ?? 0)
        table.tell("v1")
        table.breakStream()
        #expect((table.wakeAt?.milliseconds ?? .infinity) - table.now.milliseconds <= 2_000)
    }

    @Test func `A server that names a time is left alone until then`() {
        var table = Table.listening()
        table.breakStream(retryAfter: 90_000)
        table.pass(89_000)
        #expect(table.stream == nil)
        table.pass(2_000)
        #expect(table.stream != nil)
    }

    @Test func `A server that gave up on saying what changed is left alone for as long as it asks`() {
        var table = Table.listening()
        table.refusesChanges = true
        table.refusesFor = 5_000
        table.server = "Xabcdefghijklmno"
        table.tell("v1")
        #expect(table.log.count { $0 == .changes(since: "v0") } == 1)
        _ = table.requests()
        table.server = "YXabcdefghijklmno"
        table.tell("v2")
        table.pass(4_000)
        #expect(!table.log.contains { if case .changes = $0 { true } else { false } })
        table.pass(2_000)
        #expect(table.machine.phase == .idle && table.wakeAt == nil)
    }

    @Test func `A stream that is refused is opened again when the reader refreshes or taps retry`() {
        var table = Table.listening()
        table.breakStream(isTransient: false)
        #expect(table.wakeAt == nil && table.machine.phase == .idle)
        table.look(1..<6)
        #expect(table.stream == nil)
        table.refresh()
        #expect(table.stream != nil)
    }

    @Test func `News of a stream that was cancelled are ignored`() {
        var table = Table.listening()
        let id = table.stream?.id
        table.removeViewer()
        table.server = "Xabcdefghijklmno"
        table.tellLate("v1", of: id)
        #expect(table.picture.hasPrefix("abcde") && table.machine.version == "v0")
        #expect(table.requests() == 0)
    }

    @Test func `Watching for long exhausts no patience`() {
        var table = Table.listening()
        for number in 1...400 {
            table.server = number % 2 == 0 ? "abcdefghijklmno" : "abcdefghijklmnoP"
            table.tell(from: number - 1, to: number)
            table.look(10..<15)
            table.look(0..<5)
        }
        #expect(table.machine.phase == .idle && table.machine.version == "v400")
        table.look(10..<16)
        #expect(Array(table.picture)[10..<15] == Array("klmno")[...])
    }
}
