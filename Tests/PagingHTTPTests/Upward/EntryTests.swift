import Foundation
import PagingHTTP
import Testing

/// Lists entered at their end, and shown from it.
@Suite
struct EntryTests {
    @Test(
        arguments: [("offset", 7), ("offset", 100), ("page", 7)])
    func `The end of a list by position is where its total says`(style: String, limit: Int) async throws {
        let rows = Rows(count: 43)
        let answer = style == "offset" ? frameworkPeers[1].answer : frameworkPeers[2].answer
        let transport = ScriptedTransport { answer($0, rows) }
        let source = HTTPSource<Row>(home, transport: transport)
        let page = try await source.page(for: .before(nil, limit: limit))
        #expect(page.items.last == Row(id: 42))
        #expect(page.total == 43)
        #expect(page.position == page.items[0].id)
        #expect(page.continuation == .end)
        #expect(page.capabilities?.contains(.positions) == true)
        #expect(transport.requests.count <= 6)
    }

    @Test(arguments: [true, false])
    func `A list of this project's server that has no cursors has its end by its total`(isNamed: Bool) async throws {
        let rows = Rows(count: 43)
        let transport = ScriptedTransport { asked in
            guard asked.query["before"] == nil else {
                return .json(#"{"title": "No cursors", "status": 422}"#, status: 422)
            }
            let (offset, limit) = (asked.int("offset") ?? 0, asked.int("limit") ?? 5)
            let next = offset + limit < 43 ? #""/items?offset=\#(offset + limit)&limit=\#(limit)""# : "null"
            return .json(
                #"{"paging": {"offset": \#(offset), "limit": \#(limit), "totalCount": 43, "exact": true, "next": \#(next), "#
                    + #""previous": null, "before": null, "after": null}, "objects": [\#(rows.list(offset, limit))]}"#)
        }
        let source = HTTPSource<Row>(home, dialect: isNamed ? .envelope : .automatic, transport: transport)
        let page = try await source.page(for: .before(nil, limit: 10))
        #expect(page.items.map(\.id) == Array(33..<43))
        #expect(page.position == 33)
        #expect(page.capabilities?.contains(.positions) == true)
    }

    @Test func `A list by position whose length nobody tells has no end to begin at`() async throws {
        let transport = ScriptedTransport { asked in .json("[\(Rows(count: 43).list(asked.int("offset") ?? 0, 10))]") }
        let source = HTTPSource<Row>(home, dialect: .offset(), transport: transport)
        let request = PageRequest.before(nil, limit: 10)
        #expect(await reason { _ = try await source.page(for: request) } == .cannotAsk(request))
    }

    @Test func `The list became longer between the request that told its length and the one for its end`() async throws
    {
        let counter = ScriptedCounter()
        let transport = ScriptedTransport { asked in
            let total = 40 + min(3, counter.next())
            return .json(
                #"{"rows": [\#(Rows(count: total).list(asked.int("offset") ?? 0, asked.int("limit") ?? 10))], "total": \#(total)}"#
            )
        }
        let source = HTTPSource<Row>(home, dialect: dialect { _ in }, transport: transport)
        let page = try await source.page(for: .before(nil, limit: 10))
        #expect(page.items.map(\.id) == Array(33..<43))
        #expect(page.position == 33)
    }

    @Test(
        arguments: [true, false])
    func `This project's server says the position of the page around a row, and is read by cursors where it cannot`(
        isKnown: Bool
    ) async throws {
        let peer = try #require(upwardPeers.first { $0.name == "this project's server" })
        let list = UpwardList(count: 60)
        let transport = ScriptedTransport { asked in
            let answer = peer.answer(asked, list)
            guard isKnown, asked.query["around"] != nil else { return answer }
            let text = String(decoding: answer.body, as: UTF8.self)
            return .json(text.replacingOccurrences(of: #""paging": {"#, with: #""paging": {"offset": 26, "#))
        }
        let source = HTTPSource<JSONValue>(home, dialect: .envelope, transport: transport)
        let page = try await source.page(for: .around("300", limit: 7))
        #expect(transport.targets == ["/items?around=300&limit=7"])
        #expect(page.position == (isKnown ? 26 : nil))
        #expect(page.capabilities?.contains(.positions) == isKnown)
        #expect(source.capabilities.contains(.cursors) == !isKnown)
        if isKnown { return }
        // The start of a list that is read by cursors is one of cursors.
        let first = try await source.page(for: .after(nil, limit: 7))
        #expect(first.continuation == .next("k70"))
    }

    @Test(
        arguments: ["Discord", "Slack", "Matrix, from the newest on", "Mastodon"])
    func `A conversation is shown from the end where its API begins`(name: String) async throws {
        let peer = try #require(upwardPeers.first { $0.name == name })
        for seed: UInt64? in [nil, 1, 2, 3] {
            var dialect = Dialect.automatic
            dialect.isReversed = true
            let (source, transport) = peer.source(UpwardList(count: 60, seed: seed), dialect: dialect)
            var walk = UpwardReading(peer, source)
            try await walk.begin(.before(nil, limit: 7))
            // The newest come by the first request of all.
            #expect(transport.requests.count <= 2)
            #expect(walk.rows == walk.rows.sorted())
            #expect(walk.below == .end)
            try await walk.readUp()
            #expect(UpwardList.staying(walk.rows) == (1...60).map { $0 * 10 })
            #expect(walk.above == .start)
            #expect(source.capabilities == .cursors)

            try await walk.begin(.around(Cursor(peer.id(300)), limit: 7))
            try await walk.readUp()
            try await walk.readDown()
            #expect(UpwardList.staying(walk.rows) == (1...60).map { $0 * 10 })
            try await walk.begin(.after(nil, limit: 7))
            #expect(UpwardList.staying(walk.rows.prefix(20)).first == 10)
        }
    }

    @Test(
        arguments: [
            ("discord", "Discord"), ("mastodon", "Mastodon"), ("matrix", "Matrix, from the newest on"),
            ("stripe", "Stripe"),
            ("slack-messages", "Slack"), ("zulip", "Zulip, from the newest on"),
            ("drf-cursor", "Django REST framework, cursor"),
            ("link", "Link: rel=prev"), ("envelope", "this project's server"),
        ])
    func `Families by name`(dialect: String, name: String) async throws {
        let peer = try #require(upwardPeers.first { $0.name == name })
        let (source, _) = peer.source(UpwardList(count: 60), dialect: Dialect.named[dialect])
        var walk = UpwardReading(peer, source)
        try await walk.begin(peer.hasAround ? .around(Cursor(peer.id(300)), limit: 7) : .after(nil, limit: 7))
        try await walk.readUp()
        try await walk.readDown()
        #expect(walk.rows == peer.inOrder((1...60).map { $0 * 10 }))
    }
}
