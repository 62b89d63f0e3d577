import Foundation
import PagingTesting
import Testing

@testable import PagingServer

typealias ChaosRandom = PagingServer.SplitMix64

/// Somebody who writes to rows of its own, one write after the other, each until it is acknowledged; and remembers which were.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `lock` is held.
final class ChaosWriter: @unchecked Sendable {
    /// The outcome of an attempt.
    enum Outcome { case done, hadNoRow, again }

    private struct Entry {
        var write: ChaosWrite
        var acknowledgedAt: ContinuousClock.Instant
    }

    static let count = 4
    let number: Int
    private let history: ChaosHistory
    private let perform: @Sendable (ChaosWrite) async -> Outcome
    private let rest: Duration
    private let lock = NSLock()
    private var rows: [Int: ChaosPost]
    private var journal: [Entry] = []
    private var base: [Int: ChaosPost] = [:]
    private var written = 0
    /// One value whenever a write ends, and when the writer is told to go on or to end.
    private let changes = Gathered<Void>()
    private var isPaused = false
    private var isBusy = false
    private var isOver = false
    private var random: ChaosRandom

    init(
        _ number: Int, _ history: ChaosHistory, seed: UInt64, rest: Duration,
        perform: @escaping @Sendable (ChaosWrite) async -> Outcome
    ) {
        (self.number, self.history, self.rest, self.perform) = (number, history, rest, perform)
        rows = ChaosPost.first.filter { $0.key % ChaosWriter.count == number }
        random = ChaosRandom(seed: seed &+ UInt64(number))
    }

    /// How many writes were acknowledged.
    var acknowledged: Int { lock.withLock { written } }
    /// The rows as the acknowledged writes leave them.
    var expected: [Int: ChaosPost] { lock.withLock { rows } }

    /// Writes until it is told to end.
    func run() async {
        while let write = next() {
            guard let write else {
                _ = try? await changes.wait(for: "a paused writer goes on", within: ChaosRun.patience) { _ in
                    lock.withLock { !isPaused || isOver }
                }
                continue
            }
            var outcome = Outcome.again
            while outcome == .again {
                outcome = await perform(write)
                if outcome == .again { try? await paced(.milliseconds(20)) }
            }
            note(write, outcome)
            if rest > .zero { try? await paced(rest) }
        }
    }

    func end() {
        lock.withLock { isOver = true }
        changes.add()
    }

    /// Keeps it from beginning another write, and waits for the end of the one under way.
    func pause() async throws {
        lock.withLock { isPaused = true }
        try await changes.wait(for: "the last write of writer \(number)", within: ChaosRun.patience) { _ in
            lock.withLock { !isBusy }
        }
    }

    func resume() {
        lock.withLock { isPaused = false }
        changes.add()
    }

    /// - Returns: no write while it is paused; nothing at the end.
    private func next() -> ChaosWrite?? {
        lock.withLock {
            if isOver { return nil }
            if isPaused { return .some(nil) }
            isBusy = true
            let name = "w\(number).\(journal.count).\(random.below(1 << 30))"
            let choice = random.below(20)
            let victim = rows.keys.sorted().isEmpty ? nil : rows[rows.keys.sorted()[random.below(rows.count)]]
            guard choice > 2, var post = victim else {
                let id = 10_000 + ChaosWriter.count * (random.below(1 << 28)) + number
                let post = ChaosPost(id: id, author: random.below(10), title: name, score: random.below(1_000))
                return ChaosWrite(kind: .insert, post: post, name: name)
            }
            guard choice > 5 else { return ChaosWrite(kind: .remove, post: post, name: name) }
            post.title = name
            if choice > 10 { post.score = random.below(1_000) }
            return ChaosWrite(kind: .update, post: post, name: name)
        }
    }

    private func note(_ write: ChaosWrite, _ outcome: Outcome) {
        defer { changes.add() }
        lock.withLock {
            isBusy = false
            guard outcome == .done else { return }
            if let old = rows[write.post.id] { history.end(old.title) }
            write.apply(to: &rows)
            journal.append(Entry(write: write, acknowledgedAt: .now))
            written += 1
        }
    }

    /// From here on acknowledged writes may be lost with a server that fails before its standby has them.
    func mark() {
        lock.withLock { (base, journal) = (rows, []) }
    }

    /// Finds out which of the writes since the mark a promoted standby has.
    ///
    /// - Parameters:
    ///   - rows: those of its share that there are.
    ///   - failure: when the server failed. What was acknowledged before was its own; the write that was under way then may have been.
    /// - Returns: how many were lost; `nil` where the rows are not what any number of the writes, the first ones, leaves.
    func settle(_ actual: [Int: ChaosPost], failure: ContinuousClock.Instant) -> Int? {
        lock.withLock {
            let before = journal.filter { $0.acknowledgedAt <= failure }.map(\.write)
            let after = journal.filter { $0.acknowledgedAt > failure }.map(\.write)
            for kept in (0...before.count).reversed() {
                for skipped in 0...min(1, after.count) {
                    var rows = base
                    for write in before.prefix(kept) + after.dropFirst(skipped) { write.apply(to: &rows) }
                    guard rows == actual else { continue }
                    for post in self.rows.values where actual[post.id] != post { history.end(post.title) }
                    for post in actual.values { history.restore(post.title) }
                    self.rows = actual
                    return before.count - kept + skipped
                }
            }
            return nil
        }
    }
}
