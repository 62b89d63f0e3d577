import Foundation
import PagingTesting
import PostgresTesting
import Testing

@testable import PagingServer

/// Checks of prepared answers, which are asked of the database together.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ValidityChecksTests {
    private static let state = DatabaseVersion(epoch: 1, state: 1)
    private let pool = WorkerPool(limit: 4)
    private let asked = Gathered<Void>()
    private let gate = Gate()
    private let answers = Gathered<Bool>()
    private let fixture: Fixture
    private let database: Database

    init() throws {
        fixture = try Fixture.people()
        database = try fixture.database()
    }

    /// Checks whose first question waits for the gate.
    private func checks(_ version: DatabaseVersion?) -> ValidityChecks {
        ValidityChecks(pool) { [asked, gate] _ in
            asked.add()
            if asked.all.count == 1 { gate.pass() }
            return version
        }
    }

    private func check(_ checks: ValidityChecks, end: UInt64 = .max) {
        let validity = AnswerValidity(database: database, version: Self.state, end: end)
        checks.check(validity) { [answers] in answers.add($0) }
    }

    @Test func `Checks that come during a question share the next one`() async throws {
        let checks = checks(Self.state)
        check(checks)
        try await gate.arrivals()
        for _ in 0..<100 { check(checks) }
        #expect(answers.all.isEmpty)
        gate.open()
        try await answers.wait(for: 101)
        #expect(asked.all.count == 2 && answers.all.allSatisfy(\.self))
        // Later ones have a question of their own.
        check(checks)
        try await answers.wait(for: 102)
        #expect(asked.all.count == 3)
        pool.finish()
    }

    @Test(arguments: [nil, DatabaseVersion(epoch: 1, state: 2), DatabaseVersion(epoch: 2, state: 1)])
    func `Another state, or an unknown one, is none of an answer's`(version: DatabaseVersion?) async throws {
        gate.open()
        check(checks(version))
        try await answers.wait(for: 1)
        #expect(answers.all == [false])
        pool.finish()
    }

    @Test func `An answer that is too old is not checked for`() async throws {
        gate.open()
        check(checks(Self.state), end: Platform.monotonicNanoseconds)
        try await answers.wait(for: 1)
        #expect(answers.all == [false])
        pool.finish()
    }

    @Test func `A database that does not answer holds a check no longer than others wait for it`() async throws {
        let checks = checks(Self.state)
        check(checks)
        try await gate.arrivals()
        check(checks)
        checks.expire()
        #expect(answers.all.isEmpty)
        checks.expire(at: Platform.monotonicNanoseconds + UInt64(ServerLimits.busyMilliseconds + 1) * 1_000_000)
        #expect(answers.all == [false, false])
        gate.open()
        // A late result is nobody's.
        check(checks)
        try await answers.wait(for: 3)
        #expect(answers.all == [false, false, true] && asked.all.count == 2)
        pool.finish()
    }
}
