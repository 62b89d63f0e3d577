import PagingTesting
import Testing

@testable import Paging

/// Waiting until a list has nothing left to do.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct SettlingTests {
    private struct Busy: LoadError {
        var isTransient = true
        var retryAfter: Duration?
    }

    private struct Item: Identifiable, Equatable {
        let id: Int
    }

    private func page(_ range: Range<Int>, of total: Int) -> Page<Item> {
        let inside = range.clamped(to: 0..<total)
        return Page(inside.map { Item(id: $0) }, at: inside.lowerBound, total: total)
    }

    @Test func `A list that nobody has asked for anything has settled`() async {
        await PagedList(ScriptedSource<Item>()).settle()
    }

    @Test func `It has settled when its request waits for the test, and again when all of the answer is shown`() async {
        let source = ScriptedSource<Item>()
        let list = PagedList(source, policy: LoadPolicy(pageSize: 10, preloads: false))
        // Reads are told in a later turn of the main actor.
        _ = list.count
        await list.settle()
        #expect(source.requests == [.positions(0..<10)])
        let call = await source.nextCall()
        call.answer(page(0..<10, of: 1000))
        await list.settle()
        #expect(list.count == 1000 && list.inFlight.isEmpty && list.peek(9)?.id == 9)
    }

    @Test func `Answers come in the order that a test chooses, each of the six orders of three`() async {
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let source = ScriptedSource<Item>()
            let list = PagedList(source, policy: LoadPolicy(pageSize: 10, preloads: false), clock: VirtualClock())
            list.viewport(0..<5)
            await source.nextCall().answer(page(0..<10, of: 1000))
            await list.settle()
            for (viewer, start) in [(ViewerID.main, 100), (ViewerID(2), 300), (ViewerID(3), 500)] {
                list.viewport(start..<start + 5, viewer: viewer)
            }
            await list.settle()
            var calls: [ScriptedCall<Item>] = []
            for _ in source.requests.dropFirst() { calls.append(await source.nextCall()) }
            for index in order where index < calls.count {
                guard case .positions(let asked) = calls[index].request else { continue }
                calls[index].answer(page(asked, of: 1000))
                await list.settle()
                #expect(list.peek(asked.lowerBound)?.id == asked.lowerBound)
            }
        }
    }

    @Test func `A retry that is due later is not waited for, and one that was woken is`() async {
        let (source, clock) = (ScriptedSource<Item>(), VirtualClock())
        let list = PagedList(source, policy: LoadPolicy(pageSize: 10, preloads: false), clock: clock, seed: 1)
        list.viewport(0..<5)
        await source.nextCall().fail(Busy())
        await list.settle()
        #expect(source.requests.count == 1 && clock.sleeperCount > 0)
        for _ in 0..<10 where source.requests.count == 1 {
            #expect(clock.advanceToNextSleeper())
            await list.settle()
        }
        #expect(source.requests.count == 2)
    }

    @Test func `Work that a test begins has come to its request when the list has settled`() async throws {
        let source = ScriptedSource<Item>()
        let list = PagedList(source, policy: LoadPolicy(pageSize: 10, preloads: false), clock: VirtualClock())
        let load = await started { try await list.loadMore() }
        await list.settle()
        #expect(source.requests.count == 1)
        await source.nextCall().answer(page(0..<10, of: 20))
        try await load.value
        #expect(list.count == 20)
    }

    @Test
    func `A wait for an answer that never comes ends with its task, and is in the report of open waits`()
        async
    {
        let asked = AsyncStream.makeStream(of: Void.self)
        struct Stuck: PageSource {
            let capabilities: SourceCapabilities = .positions
            let asked: AsyncStream<Void>.Continuation
            func page(for request: PageRequest) async throws -> Page<Item> {
                asked.finish()
                // Not held for a test: the list counts it as something that goes on.
                let (silence, words) = AsyncStream<Void>.makeStream()
                for await _ in silence {}
                // A stream whose continuation is gone ends.
                words.finish()
                throw CancellationError()
            }
        }
        let list = PagedList(Stuck(asked: asked.continuation))
        list.viewport(0..<5)
        for await _ in asked.stream {}
        let wait = await started { await list.settle(fileID: "Tests/Stuck.swift", line: 12) }
        #expect(
            OpenWaits.report().contains {
                $0.contains("a list to settle; ") && $0.contains("pieces of its work are open")
                    && $0.hasSuffix("Tests/Stuck.swift:12")
            })
        wait.cancel()
        try? await wait.value
        #expect(!OpenWaits.report().contains { $0.contains("Tests/Stuck.swift:12") })
    }

    @Test func `Work that several wait for runs once, and each is told`() async throws {
        let (ledger, runs, gate) = (LoadLedger(), Locked(0), HeldStream<Void>())
        let results = Locked<[Int]>([])
        let caller = ledger.begin()
        let work = LoadLedger.$current.withValue(caller) {
            SharedWork {
                runs.withLock { $0 += 1 }
                for try await _ in gate.elements {}
                return 7
            }
        }
        caller.end()
        for _ in 0..<3 {
            _ = ledger.detached {
                let value = try? await work.value
                results.withLock { $0.append(value ?? 0) }
            }
        }
        gate.finish()
        await ledger.settled()
        #expect(results.withLock(\.self) == [7, 7, 7] && runs.withLock(\.self) == 1)
    }

    /// Asks some servers for each page at once, and has a task go on after its answer.
    private struct Branching: PageSource {
        let capabilities: SourceCapabilities = .positions
        let parts: [ScriptedSource<Item>]
        let clock: VirtualClock

        func page(for request: PageRequest) async throws -> Page<Item> {
            // A cache that is cleaned later, say.
            Task { [clock] in try? await clock.sleep(for: .seconds(5)) }
            return try await withThrowingTaskGroup(of: Page<Item>.self) { group in
                for part in parts { group.addTask { try await part.page(for: request) } }
                var first: Page<Item>?
                for try await page in group { first = first ?? page }
                return first ?? Page([])
            }
        }
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `A source whose tasks wait beside each other, and beyond the answer, is counted once`(seed: UInt64) async {
        var random = SplitMix64(seed: seed)
        let (parts, clock) = ((0..<1 + Int(random.next() % 4)).map { _ in ScriptedSource<Item>() }, VirtualClock())
        let list = PagedList(
            Branching(parts: parts, clock: clock), policy: LoadPolicy(pageSize: 10, preloads: false),
            clock: VirtualClock(), seed: seed)
        let total = [0, 1, 9, 10, 11, 1000][Int(random.next() % 6)]
        list.viewport(0..<5)
        var waiting: [ScriptedCall<Item>] = []
        for part in parts { waiting.append(await part.nextCall()) }
        await clock.sleepers(atLeast: 1)
        while !waiting.isEmpty {
            let call = waiting.remove(at: Int(random.next() % UInt64(waiting.count)))
            guard case .positions(let asked) = call.request else { continue }
            if random.next() % 3 == 0 { clock.advance(by: .seconds(6)) }
            call.answer(page(asked, of: total))
            if random.next() % 2 == 0 { await list.settle() }
        }
        // A task of the source's that sleeps has the list settle without its answer.
        clock.advance(by: .seconds(60))
        await list.settle()
        #expect(list.count == total && list.inFlight.isEmpty && list.ledger.openCount == 0)
    }
}
