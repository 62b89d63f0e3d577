import Foundation
import Paging
import PagingHTTP
import PagingTesting
import PagingWire
import Testing

@testable import PagingTool

/// Cursors that are places step over rows when others go. The page above, read again, shows it.
@Suite struct PlaceCursorTests {
    @Test(
        arguments: [
            "40", "YXJyYXljb25uZWN0aW9uOjM5", "YXJyYXljb25uZWN0aW9uOjQw", "eyJvIjo0MH0=", "v2.40.8f3a",
            "0000000000000028", "offset:40",
            "http://api.test/items?page=3", "http://api.test/items?offset=40&q=7",
        ])
    func `A cursor that holds the number of the rows before it is a place`(text: String) {
        #expect(PlaceCursor.isPlace(Cursor(text), rowsBefore: 40))
    }

    @Test(
        arguments: [
            "c2hhcmQgNzAwMTM=", "t3_60f01", "http://api.test/items?max_id=410133", "9b2f6c1e-0d1a-4b1f", "row 280000",
            "/v2/images?limit=40&marker=0d1a", "per_page=40&marker=0d1a",
        ])
    func `A cursor that names a row is none`(text: String) {
        #expect(!PlaceCursor.isPlace(Cursor(text), rowsBefore: 40))
    }

    /// Pages by a place that a cursor hides, with a write before some requests.
    private static func server(
        seed: UInt64, cursor: @escaping @Sendable (Int) -> String, place: @escaping @Sendable (String) -> Int?
    )
        -> (PlayedServer, Locked<Set<Int>>)
    {
        let state = Locked((rows: (0..<57).map { $0 * 1_000 }, random: SplitMix64(seed: seed)))
        let always = Locked(Set((0..<57).map { $0 * 1_000 }))
        let server = PlayedServer { question, number in
            state.withLock { state in
                if number > 1, Int.random(in: 0..<3, using: &state.random) == 0 {
                    let place = Int.random(in: 0..<state.rows.count, using: &state.random)
                    if Bool.random(using: &state.random) {
                        let gone = state.rows.remove(at: place)
                        always.withLock { _ = $0.remove(gone) }
                    } else {
                        state.rows.insert(100_000 + number, at: place)
                    }
                }
                let start = question.query["cursor"].flatMap(place) ?? 0
                let page = state.rows[min(start, state.rows.count)..<min(start + 20, state.rows.count)]
                let next = start + 20 < state.rows.count ? "\"\(cursor(start + 20))\"" : "null"
                return json(#"{"items": [\#(list(page))], "next_cursor": \#(next)}"#)
            }
        }
        return (server, always)
    }

    @Test(arguments: 0..<60)
    func `A pull that is written to comes whole, or says that the list changed`(seed: Int) async throws {
        let forms: [(@Sendable (Int) -> String, @Sendable (String) -> Int?)] = [
            (
                { Data("arrayconnection:\($0 - 1)".utf8).base64EncodedString() },
                {
                    Data(base64Encoded: $0).flatMap { Int(String(decoding: $0, as: UTF8.self).dropFirst(16)) }.map {
                        $0 + 1
                    }
                }
            ),
            ({ "\($0)" }, { Int($0) }),
        ]
        for (cursor, place) in forms {
            let (server, always) = Self.server(seed: UInt64(seed), cursor: cursor, place: place)
            let pull = try await server.pulled()
            guard pull.isWhole else {
                #expect(pull.outcome.failure?.description.contains("--behavior") == true, "\(pull.outcome)")
                continue
            }
            let missing = always.withLock { $0 }.subtracting(pull.ids)
            #expect(missing.isEmpty, "seed \(seed): missing \(missing)")
        }
    }
}
