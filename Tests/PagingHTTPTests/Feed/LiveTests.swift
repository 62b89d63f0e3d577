import Foundation
import Paging
import PagingHTTP
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The events of a server, as news.
@Suite(.timeLimit(.minutes(10))) struct LiveTests {
    struct Post: Codable, Identifiable, Hashable, Sendable { let id: Int }

    /// Answers each request by a stream of these pieces, and remembers what was asked.
    private final class Streaming: StreamingTransport {
        let answer: HTTPAnswer
        let pieces: [String]
        let asked = Locked<[URLRequest]>([])
        /// Answers from the second request on.
        let later: Streaming?

        init(_ answer: HTTPAnswer, _ pieces: [String], later: Streaming? = nil) {
            (self.answer, self.pieces, self.later) = (answer, pieces, later)
        }

        func answer(to request: URLRequest, maximumBytes: Int) async throws -> HTTPAnswer { answer }

        func answer(
            to request: URLRequest, maximumBytes: Int, receiving receive: @escaping @Sendable (Data) throws -> Void
        ) async throws -> HTTPAnswer {
            let isFirst = asked.withLock { asked in
                asked.append(request)
                return asked.count == 1
            }
            if !isFirst, let later {
                return try await later.answer(to: request, maximumBytes: maximumBytes, receiving: receive)
            }
            if answer.status == 200 { for piece in pieces { try receive(Data(piece.utf8)) } }
            return answer
        }
    }

    private static let events = HTTPAnswer(status: 200, headers: ["Content-Type": "text/event-stream; charset=utf-8"])

    private static let way = dialect {
        $0.changes = Dialect.Changes(address: "/posts/changes", items: "records")
        $0.live = Dialect.Live(address: "/posts/live", parameters: ["full": "1"])
    }

    private func source(_ transport: any HTTPTransport, _ dialect: Dialect = way) -> HTTPSource<Post> {
        HTTPSource(home, dialect: dialect, limits: HTTPLimits(maximumBytes: 400), transport: transport)
    }

    /// All that is told, and how it ended.
    private func told(
        _ transport: any HTTPTransport, _ dialect: Dialect = way, since: Version? = "s1"
    ) async -> (news: [LiveNews<Post, Int>], error: HTTPSourceError?) {
        var news: [LiveNews<Post, Int>] = []
        do {
            for try await item in source(transport, dialect).news(since: since) { news.append(item) }
            return (news, nil)
        } catch {
            return (news, error as? HTTPSourceError)
        }
    }

    @Test func `Changes come with what they carry, and follow on each other`() async throws {
        let transport = Streaming(
            Self.events,
            [
                "event: changes\ndata: {\"version\":\"s2\",\"removed\":[7],\"added\":[{\"id\":9,\"index\":0}],",
                "\"records\":[{\"id\":9}],\"total\":40}\n\nevent: changes\ndata: {\"version\":3,\"removed\":[],\"added\":[]}\n\n",
            ])
        let (news, error) = await told(transport)
        try #require(news.count == 2)
        guard case .changes(let first, let items) = news[0], case .changes(let second, _) = news[1] else {
            Issue.record("no changes: \(news)")
            return
        }
        #expect(first.from == "s1" && first.to == "s2" && first.removed == [7] && first.total == 40)
        #expect(first.added == [.init(9, at: 0)] && items == [Post(id: 9)])
        #expect(second.from == "s2" && second.to == "3")
        #expect(error?.reason == .connectionLost && error?.isTransient == true)
        let request = try #require(transport.asked.withLock { $0.first })
        #expect(request.url?.absoluteString.hasSuffix("/posts/live?full=1&since=s1") == true)
        #expect(request.value(forHTTPHeaderField: "Accept") == "text/event-stream")
        #expect(request.value(forHTTPHeaderField: "Last-Event-ID") == "s1")
    }

    /// Streams all of its pieces before anybody listens.
    private final class Bursting: StreamingTransport {
        let (isDone, done) = AsyncStream.makeStream(of: Void.self)
        let count: Int

        init(count: Int) { self.count = count }

        func answer(to request: URLRequest, maximumBytes: Int) async throws -> HTTPAnswer { LiveTests.events }

        func answer(
            to request: URLRequest, maximumBytes: Int, receiving receive: @escaping @Sendable (Data) throws -> Void
        ) async throws -> HTTPAnswer {
            for number in 2...count + 1 {
                try receive(
                    Data("event: changes\ndata: {\"version\":\"s\(number)\",\"removed\":[],\"added\":[]}\n\n".utf8))
            }
            done.finish()
            return LiveTests.events
        }
    }

    @Test func `Of news that nobody takes the latest are kept, and nothing without bound`() async throws {
        let transport = Bursting(count: 1_000)
        let stream = source(transport).news(since: "s1")
        for await _ in transport.isDone {}
        var news: [LiveNews<Post, Int>] = []
        do { for try await item in stream { news.append(item) } } catch {}
        #expect(news.count == 64)
        guard case .changes(let first, _) = news.first, case .changes(let last, _) = news.last else {
            Issue.record("no changes: \(news)")
            return
        }
        #expect(first.from == "s937" && last.to == "s1001")
    }

    @Test func `Versions are read out of the data, else out of the event's id; anything else may be news`() async {
        let transport = Streaming(
            Self.events,
            [
                "event: version\ndata: {\"version\":\"s5\"}\n\nid: s6\ndata: hello\n\nid:\nevent: changes\ndata: {\"removed\":1}\n\n"
            ])
        let (news, _) = await told(transport, since: nil)
        #expect(news.map(Self.version) == ["s5", "s6", nil])
    }

    private static func version(_ news: LiveNews<Post, Int>) -> Version? {
        if case .version(let version) = news { version } else { "no version" }
    }

    @Test func `A server that names a time is asked again then`() async {
        let (_, error) = await told(Streaming(Self.events, ["retry: 7000\n\n"]))
        #expect(error?.reason == .connectionLost && error?.retryAfter == .seconds(7))
    }

    @Test func `Streams that end soon are opened again after waits that grow`() async {
        let source = source(Streaming(Self.events, ["data: x\n\n"]))
        var waits: [Duration?] = []
        for _ in 0..<9 {
            do {
                for try await _ in source.news(since: nil) {}
            } catch { waits.append((error as? HTTPSourceError)?.retryAfter) }
        }
        #expect(waits == [nil] + [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    }

    @Test func `What sends no events is not listened to again`() async {
        let page = HTTPAnswer(status: 200, headers: ["Content-Type": "application/json"])
        #expect(await told(Streaming(page, ["{\"rows\": []}"])).error?.reason == .notOffered(.live))
        let (_, error) = await told(Streaming(HTTPAnswer(status: 404), []))
        #expect(error?.reason == .status(404, nil) && error?.isTransient == false)
        let (_, busy) = await told(Streaming(HTTPAnswer(status: 503, headers: ["Retry-After": "9"]), []))
        #expect(busy?.isTransient == true && busy?.retryAfter == .seconds(9))
    }

    @Test func `A web page in the place of a stream that brought events before is no reason to stop listening`() async {
        let page = HTTPAnswer(status: 200, headers: ["Content-Type": "text/html"])
        let source = source(
            Streaming(Self.events, ["data: x\n\n"], later: Streaming(page, ["<!DOCTYPE html>"])))
        var errors: [HTTPSourceError?] = []
        for _ in 0..<2 {
            do {
                for try await _ in source.news(since: nil) {}
            } catch { errors.append(error as? HTTPSourceError) }
        }
        #expect(errors.map(\.?.reason) == [.connectionLost, .notOffered(.live)])
        #expect(errors.allSatisfy { $0?.isTransient == true })
    }

    @Test func `An event that is too large ends the stream`() async {
        let (_, error) = await told(Streaming(Self.events, ["data: \(String(repeating: "x", count: 500))"]))
        #expect(error?.reason == .tooLarge(limit: 400))
    }

    @Test func `A transport that cannot receive streams says so`() async {
        #expect(await told(ScriptedTransport { _ in .json("{}") }).error?.reason == .notOffered(.live))
    }

    @Test func `A dialect that names no way has none`() async {
        let none = dialect { _ in }
        #expect(await told(Streaming(Self.events, []), none).error?.reason == .notOffered(.live))
        #expect(!none.capabilities.contains(.live) && Self.way.capabilities.contains(.live))
    }

    @Test func `A server of this project says where it tells`() async throws {
        let page = #"""
            {"paging":{"offset":0,"limit":1,"totalCount":2,"exact":true,"version":"2-a-1","next":"/posts?offset=1&limit=1",
            "previous":null,"changes":"/posts/changes"},"objects":[{"id":1}]}
            """#
        let source = HTTPSource<Post>(home, transport: ScriptedTransport { _ in .json(page) })
        let first = try await source.page(for: .positions(0..<1))
        #expect(first.version == "2-a-1")
        #expect(source.capabilities.isSuperset(of: [.live, .changes, .checks, .positions]))
    }
}
