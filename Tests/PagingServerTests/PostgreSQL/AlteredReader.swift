import Foundation
import PagingWire
import Testing

@testable import PagingServer

/// Reads a table in all ways, on a thread of its own, while the table is altered or written to: twice a statement at most, so that the tests beside
/// it have the database as well.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `condition` is locked.
final class AlteredReader: @unchecked Sendable {
    private static let targets = [
        "/lists/t?sort=c0&offset=12", "/lists/t/ids?sort=-c1", "/lists", "/lists/t?sort=-c1&count=exact",
        "/lists/t/ids",
        "/lists/t?search=w2&sort=c0", "/lists/t?groupBy=w&metadataOnly", "/lists/t?after=&sort=c1",
        "/lists/t/position?id=7&sort=c0", "/lists/t/changes?since=",
    ]

    private let condition = NSCondition()
    /// How many more requests are sent beside the statement that runs.
    private var requestsLeft = 0
    private var isOver = false
    private var hasEnded = false
    private var faults: Set<String> = []

    init(_ fixture: PostgresFixture) throws {
        let responder = Responder(.postgres(try PostgresDatabase(address: fixture.address)))
        let thread = Thread { [self] in
            var version = ""
            for number in 0... {
                guard goesOn() else { break }
                if number % 40 == 39 { _ = try? DatabaseDoctor.findings(fixture.address) }
                let target = Self.targets[number % Self.targets.count]
                let answer = responder.respond(
                    to: Request(target: target + (target.hasSuffix("since=") ? version : "")))
                if let now = (try? answer.json())?.value(at: "paging/version")?.string { version = now }
                guard answer.status == 500 else { continue }
                condition.withLock {
                    _ = faults.insert("\(target): \(String(decoding: answer.body, as: UTF8.self))")
                }
            }
            condition.withLock {
                hasEnded = true
                condition.broadcast()
            }
        }
        thread.name = "reader"
        thread.start()
    }

    private func goesOn() -> Bool {
        condition.withLock {
            while requestsLeft == 0 && !isOver { condition.wait() }
            requestsLeft -= 1
            return !isOver
        }
    }

    /// Reads while something is done.
    func during<Result>(_ body: () throws -> Result) rethrows -> Result {
        func allow(_ requests: Int) {
            condition.withLock {
                requestsLeft = requests
                condition.broadcast()
            }
        }
        allow(2)
        defer { allow(0) }
        return try body()
    }

    /// Ends it.
    ///
    /// - Returns: the answers that were the server's fault.
    func end() -> Set<String> {
        condition.withLock {
            isOver = true
            condition.broadcast()
            while !hasEnded { condition.wait() }
            return faults
        }
    }
}
