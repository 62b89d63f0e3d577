import Foundation
import PagingHTTP
import Testing

/// The rows read of a list from some place on, in both directions.
struct UpwardReading {
    let peer: UpwardPeer
    let source: HTTPSource<JSONValue>
    var rows: [Int] = []
    var above: PageBeginning = .unspecified
    var below: PageContinuation = .unspecified
    static let limit = 7
    static let maximumRequests = 120

    init(_ peer: UpwardPeer, _ source: HTTPSource<JSONValue>) { (self.peer, self.source) = (peer, source) }

    mutating func begin(_ request: PageRequest) async throws {
        let page = try await source.page(for: request)
        (rows, above, below) = (page.items.map(peer.number), page.beginning, page.continuation)
    }

    /// Reads up to the list's start.
    mutating func readUp() async throws {
        for _ in 0..<Self.maximumRequests {
            guard case .previous(let cursor) = above else { return }
            let page = try await source.page(for: .before(cursor, limit: Self.limit))
            (rows, above) = (page.items.map(peer.number) + rows, page.beginning)
        }
        Issue.record("no start after \(Self.maximumRequests) requests")
    }

    /// Reads down to the list's end.
    mutating func readDown() async throws {
        for _ in 0..<Self.maximumRequests {
            guard case .next(let cursor) = below else { return }
            let page = try await source.page(for: .after(cursor, limit: Self.limit))
            (rows, below) = (rows + page.items.map(peer.number), page.continuation)
        }
        Issue.record("no end after \(Self.maximumRequests) requests")
    }
}

/// Lists read from the middle, in both directions.
@Suite
struct UpwardWalkTests {
    static let count = 60
    static let seeds: [UInt64?] = [nil] + (1...5).map { $0 }

    /// Every row that was there all along came once, in order.
    private func expectWhole(_ reading: UpwardReading, seed: UInt64?, _ place: SourceLocation = #_sourceLocation) {
        let all = reading.peer.inOrder((1...Self.count).map { $0 * 10 })
        if seed == nil {
            #expect(reading.rows == all, sourceLocation: place)
        } else {
            #expect(UpwardList.staying(reading.rows) == all, "seed \(seed ?? 0)", sourceLocation: place)
            #expect(Set(reading.rows).count == reading.rows.count, "seed \(seed ?? 0)", sourceLocation: place)
        }
        #expect(reading.above == .start, sourceLocation: place)
        #expect(reading.below == .end, sourceLocation: place)
    }

    @Test(arguments: upwardPeers)
    func `From a cursor in the middle`(peer: UpwardPeer) async throws {
        for seed in Self.seeds {
            let (source, _) = peer.source(UpwardList(count: Self.count, seed: seed))
            var walk = UpwardReading(peer, source)
            try await walk.begin(.after(nil, limit: UpwardReading.limit))
            for _ in 0..<4 {
                guard case .next(let cursor) = walk.below else { break }
                try await walk.begin(.after(cursor, limit: UpwardReading.limit))
            }
            if case .more = walk.below { continue }  // by position
            try await walk.readUp()
            try await walk.readDown()
            expectWhole(walk, seed: seed)
        }
    }

    @Test(arguments: upwardPeers)
    func `From the end upwards, as the first request of all`(peer: UpwardPeer) async throws {
        for seed in Self.seeds {
            let (source, _) = peer.source(UpwardList(count: Self.count, seed: seed))
            var walk = UpwardReading(peer, source)
            guard peer.hasEnd else {
                let reason = await reason { try await walk.begin(.before(nil, limit: UpwardReading.limit)) }
                #expect(reason == .cannotAsk(.before(nil, limit: UpwardReading.limit)))
                return
            }
            try await walk.begin(.before(nil, limit: UpwardReading.limit))
            #expect(walk.below == .end)
            try await walk.readUp()
            expectWhole(walk, seed: seed)
        }
    }

    @Test(arguments: upwardPeers)
    func `From a row in both directions, as the first request of all`(peer: UpwardPeer) async throws {
        for seed in Self.seeds {
            let (source, _) = peer.source(UpwardList(count: Self.count, seed: seed))
            var walk = UpwardReading(peer, source)
            let around = PageRequest.around(Cursor(peer.id(300)), limit: UpwardReading.limit)
            guard peer.hasAround else {
                #expect(await reason { try await walk.begin(around) } == .cannotAsk(around))
                return
            }
            try await walk.begin(around)
            #expect(walk.rows.contains(300))
            try await walk.readUp()
            try await walk.readDown()
            expectWhole(walk, seed: seed)
        }
    }

    @Test(arguments: upwardPeers.filter(\.hasAround))
    func `A row that is not there`(peer: UpwardPeer) async throws {
        let (source, _) = peer.source(UpwardList(count: Self.count))
        let id = peer.id(305)
        #expect(await reason { _ = try await source.page(for: .around(Cursor(id), limit: 7)) } == .noSuchRow(id))
    }

    @Test(arguments: upwardPeers.filter(\.hasAround))
    func `A row near either end`(peer: UpwardPeer) async throws {
        for row in [10, 20, 590, 600] {
            let (source, _) = peer.source(UpwardList(count: Self.count))
            var walk = UpwardReading(peer, source)
            try await walk.begin(.around(Cursor(peer.id(row)), limit: UpwardReading.limit))
            #expect(walk.rows.contains(row))
            try await walk.readUp()
            try await walk.readDown()
            expectWhole(walk, seed: nil)
        }
    }
}
