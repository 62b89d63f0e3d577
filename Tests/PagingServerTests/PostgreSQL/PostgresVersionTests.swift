import Foundation
import PagingTesting
import PostgresTesting
import Testing

@testable import PagingServer

/// Answers that were given before, of a database that has to be asked for its state.
@Suite(.blocking, .enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence)) struct PostgresVersionTests {
    private static let target = "/lists/t?limit=3"

    private func isKept(_ response: Response) -> Bool {
        response.headers.contains { $0.name == "Server-Timing" && $0.value.hasPrefix("cache") }
    }

    private func fixture() throws -> PostgresFixture {
        try PostgresFixture([
            "CREATE TABLE t (id int PRIMARY KEY)", "INSERT INTO t SELECT generate_series(1, 9)",
        ])
    }

    /// An answer that was given again. Other tests commit to the same server, and each commit makes another state; so it is tried until none
    /// came between.
    private func answerGivenAgain(by responder: Responder) async throws -> Response {
        try await eventually("an answer that is given again") {
            _ = responder.respond(to: Request(target: Self.target))
            return responder.respond(to: Request(target: Self.target))
        } until: {
            isKept($0)
        }
    }

    @Test func `An answer is given again until anything is committed`() async throws {
        let fixture = try fixture()
        let responder = Responder(try fixture.database(), queryMilliseconds: 60_000)
        for state in 0..<5 {
            let first = responder.respond(to: Request(target: Self.target))
            #expect(!isKept(first) && first.header("X-Total-Count") == "\(9 + state)")
            #expect(try await answerGivenAgain(by: responder).header("X-Total-Count") == "\(9 + state)")
            try fixture.write(["INSERT INTO t VALUES (\(-state))"])
        }
    }

    @Test func `The state is known while every connection for pages is taken`() throws {
        let database = try PostgresDatabase(address: try fixture().address)
        let taken = try (0..<ServerLimits.maximumConnections).map { _ in try database.take() }
        #expect(database.sharedVersion() != nil)
        for connection in taken { database.putBack(connection) }
    }

    @Test func `It is given after the session was ended that asked for the state`() async throws {
        let fixture = try fixture()
        let name = "version_\(fixture.schema)"
        let database = try PostgresDatabase(address: fixture.address + "&application_name=\(name)")
        let responder = Responder(.postgres(database), queryMilliseconds: 60_000)
        _ = responder.respond(to: Request(target: Self.target))
        try fixture.connection().script(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '\(name)'")
        #expect(responder.respond(to: Request(target: Self.target)).status == 200)
        _ = try await answerGivenAgain(by: responder)
    }
}

/// A question that is sent once for all that ask it.
@Suite(.blocking) struct SharedQuestionTests {
    /// More milliseconds than any test takes.
    private let patience = 600_000

    @Test func `Callers that come while it is under way share the next answer`() async throws {
        let question = SharedQuestion<Int>()
        let (puts, answers) = (Gathered<Int>(), Gathered<Int>())
        let (waiting, gate) = (Gathered<Void>(), Gate())
        question.whenWaiting = { waiting.add() }
        let ask: @Sendable () -> Void = { [patience] in
            let answer = try? question.answer(within: patience) {
                puts.add(puts.all.count + 1)
                if puts.all.count == 1 { gate.pass() }
                return puts.all.count
            }
            answers.add(answer ?? 0)
        }
        let threads = (0..<9).map { _ in Thread(block: ask) }
        threads[0].start()
        try await gate.arrivals()
        for thread in threads.dropFirst() { thread.start() }
        try await waiting.wait(for: 8)
        gate.open()
        try await answers.wait(for: 9)
        #expect(puts.all == [1, 2])
        #expect(answers.all.sorted() == [1] + Array(repeating: 2, count: 8))
    }

    @Test func `No answer is older than the question, and two are never asked for at once`() throws {
        let question = SharedQuestion<Int>()
        let (state, running) = (Gathered<Int>(), Gathered<Int>())
        let wrong = Gathered<String>()
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for turn in 0..<200 {
                state.add(turn)
                let least = state.all.count
                let answer = try? question.answer(within: patience) {
                    running.add(1)
                    defer { running.add(-1) }
                    if running.all.reduce(0, +) != 1 { wrong.add("two at once") }
                    return state.all.count
                }
                if answer ?? 0 < least { wrong.add("\(String(describing: answer)) after \(least)") }
            }
        }
        #expect(wrong.all.isEmpty)
    }

    @Test func `One that is not answered holds others no longer than they wait`() async throws {
        let question = SharedQuestion<Int>()
        let (gate, answers) = (Gate(), Gathered<Int?>())
        Thread { [patience] in
            answers.add(
                try? question.answer(within: patience) {
                    gate.pass()
                    return 1
                })
        }.start()
        try await gate.arrivals()
        #expect(try question.answer(within: 1) { 2 } == nil && answers.all.isEmpty)
        gate.open()
        try await answers.wait(for: 1)
        #expect(answers.all == [1])
        #expect(try question.answer(within: patience) { 3 } == 3)
    }

    @Test func `An error is everybody's, and the next question is sent anew`() throws {
        let question = SharedQuestion<Int>()
        #expect(throws: CancellationError.self) { try question.answer(within: patience) { throw CancellationError() } }
        #expect(try question.answer(within: patience) { 7 } == 7)
    }
}
