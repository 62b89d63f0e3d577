import Foundation
import Paging
import PagingTesting
import Testing

@testable import Paging

/// A source that tells what happens as it happens.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct LiveSourceTests {
    /// A list whose stream a test tells what to say.
    final class Feed: LivePageSource, ChangesPageSource, KeyedPageSource {
        typealias ID = Int
        typealias News = LiveNews<Row, Int>
        let capabilities: SourceCapabilities = [.positions, .changes, .live, .identifiers]
        let rows = Locked((0..<100).map { Row(id: $0) })
        let version = Locked(0)
        let asked = Locked<[String]>([])
        let streams = Locked<[HeldStream<News>]>([])
        var endedStreams: Int { streams.withLock { $0.count(where: \.hasEnded) } }

        func page(for request: PageRequest) async throws -> Page<Row> {
            guard case .positions(let range) = request else { throw ServerError(isTransient: false) }
            asked.withLock { $0.append("page \(range)") }
            let rows = rows.withLock { $0 }
            let inside = range.clamped(to: 0..<rows.count)
            return Page(
                Array(rows[inside]), at: inside.lowerBound, total: rows.count,
                version: Version("\(version.withLock { $0 })"))
        }

        func items(withIDs ids: [Int]) async throws -> [Row] { rows.withLock { $0.filter { ids.contains($0.id) } } }

        func changes(since version: Version) async throws -> ListChanges<Int>? {
            asked.withLock { $0.append("changes since \(version)") }
            return nil
        }

        func news(since version: Version?) -> AsyncThrowingStream<News, any Error> {
            asked.withLock { $0.append("news since \(version.map { "\($0)" } ?? "now")") }
            let stream = HeldStream<News>()
            streams.withLock { $0.append(stream) }
            return stream.elements
        }

        /// A row comes on top, and the stream tells it, with the row or without.
        func insert(_ row: Row, carries: Bool = true) {
            insertSilently(row)
            tell([row], carries: carries)
        }

        /// A row comes on top, and the stream does not tell it yet.
        func insertSilently(_ row: Row) {
            rows.withLock { $0.insert(row, at: 0) }
            version.withLock { $0 += 1 }
        }

        /// The stream tells rows that came on top, each with a version of its own, in one event; the last row came last of all.
        ///
        /// - Parameter later: how many versions there were since.
        func tell(_ new: [Row], carries: Bool = true, later: Int = 0) {
            let to = version.withLock { $0 } - later
            let added = new.reversed().enumerated().map { ListChanges<Int>.Addition($1.id, at: $0) }
            let changes = ListChanges(
                from: Version("\(to - new.count)"), to: Version("\(to)"), added: added,
                total: rows.withLock { $0.count } - later)
            streams.withLock { $0.last }?.yield(.changes(changes, items: carries ? new : []))
        }
    }

    /// A list at version 0 whose first rows are on screen, and whose stream is open.
    static func listening() async -> (feed: Feed, list: PagedList<Row>, clock: VirtualClock) {
        let (feed, clock) = (Feed(), VirtualClock())
        let list = PagedList(
            feed, behavior: ListBehavior(membership: .changes), policy: LoadPolicy(pageSize: 20, preloads: false),
            clock: clock, seed: 1)
        list.viewport(0..<10)
        await list.settle()
        #expect(list.count > 0 && feed.streams.withLock { $0.count } == 1)
        return (feed, list, clock)
    }

    @Test func `A row that comes is shown without a request`() async {
        let (feed, list, _) = await Self.listening()
        let before = feed.asked.withLock { $0 }
        #expect(before == ["page 0..<20", "news since 0"])
        feed.insert(Row(id: 1_000, text: "new"))
        await until { list.count == 101 }
        #expect(list.rows[0]?.text == "new" && list.rows[1]?.id == 0)
        #expect(feed.asked.withLock { $0 } == before)
    }

    @Test func `Removing the last viewer ends the stream, and a new one is told of the changes in between`() async {
        let (feed, list, _) = await Self.listening()
        list.removeViewer()
        await list.settle()
        #expect(feed.endedStreams == 1)
        list.viewport(0..<10)
        await list.settle()
        #expect(feed.streams.withLock { $0.count } == 2)
        #expect(feed.asked.withLock { $0.last } == "news since 0")
    }

    @Test func `A list that goes away ends its stream`() async {
        let feed = Feed()
        var list: PagedList<Row>? = PagedList(feed, policy: LoadPolicy(pageSize: 20, preloads: false))
        list?.viewport(0..<10)
        await list?.settle()
        #expect(feed.streams.withLock { $0.count } == 1)
        let ledger = list?.ledger
        list = nil
        await ledger?.settled()
        #expect(feed.endedStreams == 1)
    }

    @Test(arguments: [true, false])
    func `A stream that ends, with an error or without, is opened again`(failing: Bool) async {
        let (feed, list, clock) = await Self.listening()
        let stream = feed.streams.withLock { $0[0] }
        if failing { stream.finish(throwing: ServerError(isTransient: true)) } else { stream.finish() }
        await silence(of: list, clock) { feed.streams.withLock { $0.count } == 2 }
        #expect(feed.streams.withLock { $0.count } == 2)
        feed.insert(Row(id: 1_000))
        await until { list.count == 101 }
    }

    /// A list that tells of rows as fast as its stream is read.
    private struct Hurried: LivePageSource, ChangesPageSource {
        typealias ID = Int
        let count: Int
        let capabilities: SourceCapabilities = [.positions, .changes, .live]
        let asked = Locked(0)
        let told = Locked(0)
        /// Given once all is told.
        let allTold = DispatchSemaphore(value: 0)

        /// Holds the calling thread until then.
        func waitUntilTold() -> Bool { allTold.wait(timeout: .now() + 60) == .success }

        func page(for request: PageRequest) async throws -> Page<Row> {
            Page((0..<20).map { Row(id: $0) }, at: 0, total: 20, version: "0")
        }

        func changes(since version: Version) async throws -> ListChanges<Int>? {
            asked.withLock { $0 += 1 }
            let known = Int("\(version)") ?? 0
            let added = (known..<count).map { ListChanges<Int>.Addition(101 + $0, at: count - 1 - $0) }
            return ListChanges(from: version, to: Version("\(count)"), added: added, total: 20 + count)
        }

        func news(since version: Version?) -> AsyncThrowingStream<LiveNews<Row, Int>, any Error> {
            AsyncThrowingStream {
                let number = told.withLock { told in
                    told += 1
                    return told
                }
                guard number <= count else {
                    allTold.signal()
                    for try await _ in HeldStream<Void>().elements {}
                    return nil
                }
                let changes = ListChanges(
                    from: Version("\(number - 1)"), to: Version("\(number)"), added: [.init(100 + number, at: 0)],
                    total: 20 + number)
                return .changes(changes, items: [Row(id: 100 + number)])
            }
        }
    }

    @Test(arguments: [false, true], [10, 100])
    func `Events that come while the main actor is busy are shown together`(prepares: Bool, count: Int) async {
        let feed = Hurried(count: count)
        let prepare: (@Sendable ([Row]) async throws -> [Row])? = prepares ? { @Sendable rows in rows } : nil
        let list = PagedList(
            feed, behavior: ListBehavior(membership: .changes), policy: LoadPolicy(pageSize: 20, preloads: false),
            prepare: prepare)
        list.viewport(0..<10)
        await until { list.count >= 20 }
        // The main actor does nothing else meanwhile.
        #expect(feed.waitUntilTold())
        #expect(feed.told.withLock { $0 } == count + 1)
        await until { list.count == 20 + count }
        // Of many, what happened before the latest is asked for.
        #expect((feed.asked.withLock { $0 } > 0) == (count > 16))
    }

    @Test func `A source that is no LivePageSource does not listen, whatever it declares`() async {
        struct Mute: PageSource {
            let capabilities: SourceCapabilities = [.positions, .live]
            func page(for request: PageRequest) async throws -> Page<Row> { Paging.Page([Row(id: 1)], at: 0, total: 1) }
        }
        let list = PagedList(Mute(), policy: LoadPolicy(pageSize: 20))
        list.viewport(0..<10)
        await until { list.count == 1 }
        #expect(list.rows[0]?.id == 1)
    }
}
