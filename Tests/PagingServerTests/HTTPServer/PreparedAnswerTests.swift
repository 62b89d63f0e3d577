import Foundation
import PagingTesting
import PagingWire
import PostgresTesting
import Testing

@testable import PagingServer

/// Answers that are found by the bytes of their requests.
@Suite(.blocking, .serialized) struct PreparedAnswerTests {
    /// A server, and how often it was asked by a request made of texts.
    private final class Asked: Sendable {
        let times = Gathered<Void>()
        let server: HTTPServer

        init(_ responder: Responder, _ change: (inout HTTPServer.Configuration) -> Void = { _ in }) throws {
            var configuration = HTTPServer.Configuration(port: 0)
            change(&configuration)
            let times = times
            server = try HTTPServer(
                configuration: configuration,
                atOnce: { request in
                    times.add()
                    return responder.respondAtOnce(to: request)
                },
                respond: { responder.respond(to: $0) })
        }

        deinit { server.stop() }
    }

    private static let target = "/lists/people?limit=40&offset=10&sort=-age"

    @Test(arguments: Backend.all) func `An answer that was given twice is given again without a look at the request`(
        backend: Backend
    ) throws {
        let served = try backend.people().responder()
        let asked = try Asked(served.responder)
        let client = try RawClient(port: asked.server.port)
        let answers = try (0..<8).map { _ in try client.get(Self.target) }
        // A state of PostgreSQL is its database's, which others may move on; a file is this test's alone.
        let states = Set(answers.map { $0.headers["etag"] }).count
        #expect(asked.times.all.count <= 1 + states && (backend != .sqlite || states == 1))
        for answer in answers {
            #expect(answer.status == 200)
            #expect((answer.body == answers[0].body) == (answer.headers["etag"] == answers[0].headers["etag"]))
            #expect(answer.headers["link"] == answers[0].headers["link"])
            #expect(answer.headers["link"]?.contains("<http://localhost/lists/people") == true)
            #expect(answer.headers["x-content-type-options"] == "nosniff")
        }
        #expect(Set(answers.map { $0.headers["x-request-id"] }).count == 8)
        #expect(states > 1 || answers[7].headers["server-timing"]?.hasPrefix("cache") == true)
        // After a commit it is another one.
        let before = asked.times.all.count
        try served.fixture.write(["UPDATE people SET name = 'new'"])
        let later = try (0..<4).map { _ in try client.get(Self.target) }
        for answer in later {
            #expect(answer.body != answers[0].body && answer.headers["etag"] != answers[0].headers["etag"])
        }
        // Where a state has to be waited for, a worker finds that it is another one; others may move PostgreSQL's on while it looks.
        let made = asked.times.all.count - before
        #expect(backend == .sqlite ? made == 2 : made <= 1 + Set(later.map { $0.headers["etag"] }).count)
    }

    @Test func `What an answer depends on tells requests apart, and nothing else does`() throws {
        let served = try Fixture.people().responder()
        let asked = try Asked(served.responder)
        let client = try RawClient(port: asked.server.port)
        let tag = try #require(try client.get(Self.target).headers["etag"])
        let variants: [[String: String]] = [
            [:], ["If-None-Match": tag], ["Accept-Encoding": "gzip"], ["Origin": "http://localhost:3000"],
            ["X-Forwarded-Proto": "https"], ["Prefer": "count=none"],
        ]
        func answers() throws -> [RawClient.Answer] { try variants.map { try client.get(Self.target, headers: $0) } }
        _ = try answers()
        let second = try answers()
        let known = asked.times.all.count
        let third = try answers()
        #expect(asked.times.all.count == known)
        for (before, now) in zip(second, third) {
            #expect(before.status == now.status && before.body == now.body)
            for name in ["link", "content-encoding", "access-control-allow-origin", "etag", "vary"] {
                #expect(before.headers[name] == now.headers[name])
            }
        }
        #expect(third[1].status == 304 && third[2].headers["content-encoding"] == "gzip")
        #expect(third[4].headers["link"]?.contains("<https://") == true)
        // One that names itself has that name.
        let named = try client.get(Self.target, headers: ["User-Agent": "x", "X-Request-ID": "mine"])
        #expect(named.headers["x-request-id"] == "mine" && asked.times.all.count == known)
    }

    @Test func `What is to be refused is refused, whatever was answered before`() throws {
        let served = try Fixture.people().responder()
        let asked = try Asked(served.responder) { $0.requestsPerSecond = 2 }
        let known = try RawClient(port: asked.server.port)
        for _ in 0..<3 { #expect(try known.get(Self.target).status == 200) }
        for field in ["Host: localhost", "X-Odd: a\u{1}b"] {
            let client = try RawClient(port: asked.server.port)
            client.send("GET \(Self.target) HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n\r\n")
            #expect(try client.answer().status == 400)
        }
        // A program of another machine has its share of answers that were given before, too.
        let statuses = try (0..<30).map { _ in
            try RawClient(port: asked.server.port).get(Self.target, headers: ["X-Forwarded-For": "192.0.2.1"]).status
        }
        #expect(statuses.first == 200 && statuses.contains(429))
    }

    @Test func `What is kept is bounded`() throws {
        let validity = AnswerValidity(
            database: try Fixture.people().database(), version: DatabaseVersion(epoch: 1, state: 1), end: .max)
        let answers = PreparedAnswers()
        func key(_ number: Int) -> [UInt8] { Array("\(number)".utf8) }
        func has(_ number: Int) -> Bool { key(number).withUnsafeBytes { answers.answer($0) } != nil }
        var response = Response(status: 200, body: Array(repeating: 1, count: 1 << 20))
        response.validity = validity
        for number in 0..<100 { answers.keep(try #require(PreparedAnswer(response, list: nil)), for: key(number)) }
        // One that is another at each state takes the place of one.
        for _ in 0..<100 { answers.keep(try #require(PreparedAnswer(response, list: nil)), for: key(99)) }
        #expect(has(98))
        #expect(has(99) && (0..<100).count(where: has) <= ServerLimits.preparedAnswerBytes >> 20)
    }
}
