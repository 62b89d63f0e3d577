import Foundation
import PagingWire
import Testing

@testable import PagingServer

/// Answers that are given again while nothing changes, and answers that are compressed.
@Suite struct KeptAnswerTests {
    private let people: Fixture
    private let served: ServedFixture

    init() throws {
        people = try Fixture.people()
        served = try people.responder()
    }

    private func isKept(_ response: Response) -> Bool {
        response.headers.contains { $0.name == "Server-Timing" && $0.value.hasPrefix("cache") }
    }

    /// A body as gzip itself expands it.
    private static func expanded(_ body: [UInt8]) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/gzip")
        process.arguments = ["-dc"]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(body))
        try input.fileHandleForWriting.close()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return Array(data)
    }

    @Test func `An answer is given again until something changes`() throws {
        let target = "/lists/people?offset=10&limit=20&sort=-age"
        let first = served.get(target)
        let second = served.get(target)
        #expect(!isKept(first) && isKept(second) && second.body == first.body)
        for name in ["ETag", "Link", "X-Total-Count", "Content-Type"] {
            #expect(second.header(name) == first.header(name) && second.header(name) != nil)
        }
        let tag = try #require(first.header("ETag"))
        #expect(served.get(target, headers: [("If-None-Match", tag)]).status == 304)
        #expect(served.respond(to: Request(method: "HEAD", target: target)).contentLength == first.body.count)
        try people.write(["UPDATE people SET name = 'new' WHERE id = 3"])
        let third = served.get(target)
        #expect(!isKept(third) && third.header("ETag") != tag)
        #expect(try served.get("/lists/people/rows/3").json()["object"]?["name"] == "new")
    }

    @Test func `Kept answers are given at once, and no others`() throws {
        let request = Request(target: "/lists/people?limit=7", headers: [("Origin", "http://localhost:3000")])
        #expect(served.responder.respondAtOnce(to: request) == nil)
        let first = served.respond(to: request)
        let again = try #require(served.responder.respondAtOnce(to: request))
        #expect(again.body == first.body && again.header("ETag") == first.header("ETag"))
        #expect(again.header("Access-Control-Allow-Origin") == "http://localhost:3000")
        let known = Request(target: request.path + "?limit=7", headers: [("If-None-Match", first.header("ETag") ?? "")])
        #expect(served.responder.respondAtOnce(to: known)?.status == 304)
        let foreign = Request(target: request.path + "?limit=7", headers: [("Host", "evil.example")])
        #expect(served.responder.respondAtOnce(to: foreign) == nil && served.respond(to: foreign).status == 421)
        for method in ["HEAD", "POST", "OPTIONS"] {
            let other = Request(method: method, target: request.path + "?limit=7")
            #expect(served.responder.respondAtOnce(to: other) == nil)
        }
        // While a writer holds the file, which this one shares with readers, nothing waits.
        let writer = try SQLiteConnection(path: people.path, mode: .readWrite)
        try writer.execute("BEGIN EXCLUSIVE")
        #expect(served.responder.respondAtOnce(to: request) == nil)
        try writer.execute("DELETE FROM people WHERE id = 3")
        try writer.execute("COMMIT")
        #expect(served.responder.respondAtOnce(to: request) == nil)
        // Another file in its place is another list.
        _ = served.respond(to: request)
        let other = try Fixture.people()
        #expect(served.responder.respondAtOnce(to: request) != nil)
        #expect(rename(other.path, people.path) == 0)
        #expect(served.responder.respondAtOnce(to: request) == nil)
    }

    @Test func `Other requests are not mistaken for it`() throws {
        _ = served.get("/lists/people?limit=3")
        for other in ["/lists/people?limit=4", "/lists/people", "/lists/people/ids?limit=3"] {
            #expect(!isKept(served.get(other)), "\(other)")
        }
        let problem = served.get("/lists/people?limit=x")
        #expect(problem.status == 400 && !isKept(served.get("/lists/people?limit=x")))
        #expect(!isKept(served.get("/lists")) && !isKept(served.get("/lists")))
    }

    @Test func `A client that takes gzip gets it`() throws {
        let target = "/lists/people?limit=50"
        let plain = served.get(target)
        for _ in 0..<2 {
            let small = served.get(target, headers: [("Accept-Encoding", "br;q=1, gzip;q=0.5")])
            #expect(small.header("Content-Encoding") == "gzip" && small.body.count * 3 < plain.body.count)
            #expect(try Self.expanded(small.body) == plain.body)
            #expect(small.header("ETag") == plain.header("ETag").map { "W/" + $0 })
            #expect(small.header("Vary")?.contains("Accept-Encoding") == true)
            let tag = try #require(small.header("ETag"))
            #expect(served.get(target, headers: [("Accept-Encoding", "gzip"), ("If-None-Match", tag)]).status == 304)
        }
        #expect(served.get(target).body == plain.body)
        #expect(plain.header("Vary")?.contains("Accept-Encoding") == true)
    }

    @Test(arguments: ["", "identity", "gzip;q=0", "br", "*;q=0", "gzip;q=0.000, *"])
    func `A client that does not take it gets none`(field: String) {
        let response = served.get("/lists/people?limit=50", headers: [("Accept-Encoding", field)])
        #expect(response.header("Content-Encoding") == nil && response.status == 200)
    }

    @Test func `Short answers are sent as they are`() {
        let response = served.get("/lists/people?limit=1", headers: [("Accept-Encoding", "*")])
        #expect(response.header("Content-Encoding") == nil && response.body.count < 1_024)
    }

    @Test func `A list that is scrolled through fills no memory`() {
        let cache = AnswerCache()
        let version = DatabaseVersion(epoch: 1, state: 1)
        let large = Response(status: 200, body: [UInt8](repeating: 32, count: 1 << 19))
        func key(_ number: Int) -> AnswerCache.Key { .init(path: "/\(number)", query: nil, isCompressed: false) }
        for number in 0..<1_000 {
            cache.keep(large, for: key(number), at: version)
            // An answer that is asked for all the time stays.
            _ = cache.answer(key(0), at: version)
        }
        let kept = (0..<1_000).count { cache.answer(key($0), at: version) != nil }
        #expect(kept * (1 << 19) <= ServerLimits.cachedAnswerBytes && cache.answer(key(0), at: version) != nil)
        #expect(cache.answer(key(999), at: DatabaseVersion(epoch: 1, state: 2)) == nil)
        #expect(cache.answer(key(999), at: nil) == nil)
    }
}
