import Foundation
import Paging
import PagingHTTP
import PagingTesting
import PagingWire
import Testing

@testable import PagingTool

/// APIs of others, each pulled whole, and again while it is written to: all rows that were there throughout, or an end that names
/// `--behavior`.
///
/// `PAGING_FOREIGN_SERVERS=20` pulls from all of them, each with so many seeds; without it three are.
@Suite struct ForeignServerTests {
    private static let seeds = ProcessInfo.processInfo.environment["PAGING_FOREIGN_SERVERS"].flatMap { UInt64($0) }
    private static let all = ForeignAPI.byPosition + ForeignAPI.byCursor
    private static var some: [ForeignAPI] {
        seeds == nil ? all.filter { ["GitHub", "Kubernetes", "Solr, start and rows"].contains($0.name) } : all
    }

    /// Servers whose only page shows no trace of their paging.
    private static let silent = ["Kinto", "AWS, NextToken in the query", "AWS, NextToken in the body (POST)"]

    private struct Walk {
        let failure: PullFailure?
        let ids: [Int]
        let report: PullReport
    }

    private func pull(_ api: ForeignAPI, from server: ForeignServer, behavior: ListBehavior? = nil) async throws -> Walk
    {
        let pull = try await PullInProcess([api.address] + api.words, over: server, behavior: behavior)
        return Walk(failure: pull.outcome.failure, ids: pull.rows.map(Self.id), report: pull.report)
    }

    /// The number of a row, wherever the API has it.
    private static func id(of row: JSONValue) -> Int {
        let places = ["id", "pageid", "node/id", "_id", "resource/id", "metadata/uid", "Name"]
        let text = places.lazy.compactMap { row.value(at: FieldPath($0)) }.first?.json ?? ""
        return Int(text.filter(\.isNumber)) ?? -1
    }

    @Test(arguments: LongTests.spread(20, of: all))
    func `A list that stays as it is comes whole`(api: ForeignAPI) async throws {
        for behavior in [nil, ListBehavior(membership: .changes)] {
            for count in [300, 7, 20, 1] {
                let server = ForeignServer(api, rows: count)
                let walk = try await pull(api, from: server, behavior: behavior)
                // Where a first page as long as pages are may be all there is, and nothing says so.
                if walk.failure?.isEndNotProven == true, count == 20, Self.silent.contains(api.name) { continue }
                #expect(walk.failure == nil, "\(count) rows: \(walk.failure?.description ?? "")")
                #expect(walk.ids == (0..<count).map { (count - $0) * 1_000 }, "\(count) rows")
                if Self.seeds != nil, behavior == nil, count == 300 {
                    print("\(api.name): \(walk.report.dialect), \(server.requestCount) requests")
                }
            }
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: some)
    func `A list that is written to comes whole, or the end names the behavior`(api: ForeignAPI) async throws {
        var ends: [String: Int] = [:]
        for behavior in [nil, ListBehavior(membership: .changes)] {
            for pause in [1, 3, 10] {
                for seed in 0..<(Self.seeds ?? 2) {
                    let server = ForeignServer(api, pause: pause, seed: seed)
                    let walk = try await pull(api, from: server, behavior: behavior)
                    let missing = server.rowsThroughout.subtracting(walk.ids)
                    let note: Comment = """
                        \(api.name), behavior \(behavior == nil ? "none" : "changes"), a write in \(pause) requests, seed \(seed), \(server.requestCount) requests: \
                        missing \(missing.count), \(walk.failure?.description ?? "whole")
                        """
                    #expect(Set(walk.ids).count == walk.ids.count, note)
                    if let failure = walk.failure {
                        #expect(behavior == nil && failure.description.contains("--behavior"), note)
                    } else {
                        #expect(missing.isEmpty, note)
                    }
                    ends[
                        "\(behavior == nil ? "plain" : "changes") 1/\(pause) \(walk.failure == nil ? "whole" : "ends")",
                        default: 0] += 1
                }
            }
        }
        guard Self.seeds != nil else { return }
        print("\(api.name): \(ends.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))")
    }
}
