import PagingServer
import Testing

/// A website must not read what is served to the machine that its reader sits at.
@Suite struct AccessPolicyTests {
    private let people: Fixture

    init() throws { people = try Fixture.people() }

    private func get(
        _ headers: [(name: String, value: String)], _ policy: AccessPolicy = AccessPolicy(), method: String = "GET"
    ) throws -> Response {
        Responder(try SQLiteDatabase(path: people.path), access: policy).respond(
            to: Request(method: method, target: "/lists/people", headers: headers))
    }

    @Test(arguments: [
        "localhost", "localhost:8080", "LOCALHOST.", "app.localhost", "127.0.0.1:9", "127.1.2.3", "[::1]:8080",
        "10.0.0.7",
        "[fe80::1]",
    ])
    func `Names of this machine and addresses are served`(host: String) throws {
        #expect(try get([("Host", host)]).status == 200)
    }

    @Test(arguments: [
        "evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example", "256.0.0.1", "1.2.3",
        "",
        "[::1].evil.example.zz", "0x7f.1",
    ])
    func `Other names are refused`(host: String) throws {
        let response = try get([("Host", host)])
        #expect(response.status == 421)
        #expect(String(decoding: response.body, as: UTF8.self).contains("totalCount") == false)
    }

    @Test func `Names that are allowed are served`() throws {
        let policy = try #require(AccessPolicy(hosts: ["Lists.Example"], origins: []))
        #expect(try get([("Host", "lists.example:443")], policy).status == 200)
        #expect(try get([("Host", "other.example")], policy).status == 421)
        let any = try #require(AccessPolicy(hosts: ["*"], origins: []))
        #expect(try get([("Host", "other.example")], any).status == 200)
    }

    @Test(arguments: ["GET", "HEAD", "OPTIONS"])
    func `Pages of this machine may read`(method: String) throws {
        for origin in ["http://localhost:3000", "http://127.0.0.1:8080", "https://[::1]:1", "http://app.localhost"] {
            let response = try get([("Origin", origin)], method: method)
            #expect(response.header("Access-Control-Allow-Origin") == origin)
            #expect(response.header("Vary") == "Origin, Accept-Encoding")
        }
        for origin in [
            "https://evil.example", "null", "http://localhost.evil.example", "http://127.0.0.1.evil.example", "file://",
        ] {
            let response = try get([("Origin", origin)], method: method)
            #expect(response.header("Access-Control-Allow-Origin") == nil, "\(origin)")
        }
        #expect(try get([], method: method).header("Access-Control-Allow-Origin") == nil)
    }

    @Test func `Named origins may read`() throws {
        let policy = try #require(AccessPolicy(origins: ["https://app.example"]))
        #expect(
            try get([("Origin", "https://app.example")], policy).header("Access-Control-Allow-Origin")
                == "https://app.example")
        for other in ["http://app.example", "https://app.example:8443", "https://x.app.example"] {
            #expect(try get([("Origin", other)], policy).header("Access-Control-Allow-Origin") == nil)
        }
        let any = try #require(AccessPolicy(origins: ["*"]))
        #expect(try get([("Origin", "https://evil.example")], any).header("Access-Control-Allow-Origin") == "*")
        for bad in ["app.example", "ftp://app.example", "https://", "https://app.example/path", ""] {
            #expect(AccessPolicy(origins: [bad]) == nil, "\(bad)")
        }
    }
}
