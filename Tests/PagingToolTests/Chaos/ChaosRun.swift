import Foundation
import Paging
import PagingCore
import PagingHTTP
import PagingTesting
import PostgresTesting
import Testing

@testable import PagingServer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Servers before a primary and a standby, writers and readers of lists, while one part after the other fails.
@MainActor
final class ChaosRun {
    /// The result.
    struct Report: Sendable {
        var acknowledged = 0
        var lost = 0
        var faults: [String: Int] = [:]
        /// The faults, each with its second.
        var timeline: [String] = []
        var requests = 0
        /// Lists that were told to begin anew (410), and how often all were.
        var renewed = 0
        var renewals = 0
        /// For how long content stayed on one screen after what replaced it was acknowledged.
        var longestUntrue = Duration.zero
        /// The list of that screen, and the second of the run in which it ended or was still going on.
        var untrueList = ""
        /// For how long a row that is on screen was not there.
        var longestEmpty = Duration.zero
        /// The longest that a task waited for the main actor, on which all lists are.
        var latestTurn = Duration.zero
        /// The longest that an alteration of the tables took.
        var longestAlteration = Duration.zero
        /// Bytes that slow readers of a long answer took, and how often they were refused.
        var (slowBytes, slowRefused) = (0, 0)
        /// How long it took at the end until all lists were right.
        var settling = Duration.zero
    }

    private let folder: TemporaryFolder
    private var nodes: [PostgresNode]
    /// The pooler between the servers and PostgreSQL, in the long form.
    private let pooler: PostgresPooler?
    private let servers: ChaosServers
    private var slowReaders: ChaosSlowReaders?
    private let history = ChaosHistory()
    private var writers: [ChaosWriter] = []
    private var lists: [ChaosList] = []
    private var tasks: [Task<Void, Never>] = []
    private var turns: Task<Void, Never>?
    private(set) var report = Report()
    private let began = ContinuousClock.now
    private let transport = ChaosTransport.session()

    /// Where the primary is, whichever server that is.
    private let address: String
    private var primary: PostgresNode { nodes[0] }
    private var standby: PostgresNode { nodes[1] }

    /// - Parameters:
    ///   - isPooled: whether a pooler is between the servers and PostgreSQL.
    ///   - slowReaders: how many clients read a long table slowly.
    init(lists: Int, servers: Int, seed: UInt64, rest: Duration, isPooled: Bool, slowReaders: Int) async throws {
        folder = try TemporaryFolder()
        let home = FileManager.default.temporaryDirectory
            .appendingPathComponent("paging-chaos-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        nodes = try [PostgresNode("a", in: home), PostgresNode("b", in: home)]
        address = PostgresNode.address(of: nodes, target: "read-write")
        try nodes[0].begin()
        let connection = try PostgresConnection(PostgresAddress(nodes[0].address))
        let long = slowReaders > 0 ? ChaosSlowReaders.statements : []
        for statement in ChaosPost.statements + long { try connection.script(statement) }
        try PostgresChangeLogging(address: nodes[0].address).start(list: "posts")
        try PostgresRankIndexing(address: nodes[0].address).build(list: "posts", order: "score desc")
        for step in try DatabaseMaintenance(nodes[0].address).migration() { try step.run() }
        try nodes[1].follow(nodes[0])
        pooler = isPooled ? try PostgresPooler(in: home, before: ["primary": nodes[0], "standby": nodes[1]]) : nil
        self.servers = try ChaosServers(
            servers, database: pooler?.address("primary") ?? address,
            replica: pooler?.address("standby") ?? PostgresNode.address(of: nodes, target: "prefer-standby"), in: folder
        )
        self.slowReaders = try ChaosSlowReaders(slowReaders, ports: self.servers.ports, in: folder)
        for number in 0..<lists { self.lists.append(try ChaosList(number, transport, ports: self.servers.ports)) }
        for number in 0..<ChaosWriter.count {
            let perform = number < 2 ? writeBySQL() : writeByHTTP(number)
            writers.append(ChaosWriter(number, history, seed: seed, rest: rest, perform: perform))
        }
        tasks = writers.map { writer in Task.detached { await writer.run() } }
        // A list can be no earlier than the main actor is.
        turns = Task.detached { [weak self] in
            while (try? await paced(.milliseconds(100))) != nil {
                let start = ContinuousClock.now
                guard await self?.noteTurn(since: start) != nil else { return }
            }
        }
    }

    private func noteTurn(since start: ContinuousClock.Instant) {
        report.latestTurn = max(report.latestTurn, ContinuousClock.now - start)
    }

    // MARK: Writing

    /// Writes the same until it is acknowledged: doing it twice is doing it once.
    private func writeBySQL() -> @Sendable (ChaosWrite) async -> ChaosWriter.Outcome {
        let address = address
        let (queue, connection) = (DispatchQueue(label: "writer"), Locked<PostgresWriterConnection?>(nil))
        return { write in
            await withCheckedContinuation { continuation in
                queue.async {
                    let post = write.post
                    let sql =
                        write.kind == .remove
                        ? "DELETE FROM posts WHERE id = \(post.id)"
                        : "INSERT INTO posts VALUES (\(post.id), \(post.author), '\(post.title)', \(post.score)) "
                            + "ON CONFLICT (id) DO UPDATE SET title = excluded.title, score = excluded.score"
                    do {
                        let open = try connection.withLock { try $0 ?? PostgresWriterConnection(address) }
                        connection.withLock { $0 = open }
                        try open.connection.script(sql)
                        continuation.resume(returning: .done)
                    } catch {
                        connection.withLock { $0 = nil }
                        continuation.resume(returning: .again)
                    }
                }
            }
        }
    }

    private func writeByHTTP(_ number: Int) -> @Sendable (ChaosWrite) async -> ChaosWriter.Outcome {
        // With a session of its own: that of the lists has all that their streams tell to hand on first.
        let transport = ChaosTransport(ChaosTransport.session(), ports: servers.ports, client: number)
        return { write in
            let row = write.kind == .insert ? "" : "/rows/\(write.post.id)"
            guard let url = URL(string: "\(ChaosTransport.address)/lists/posts\(row)") else { return .hadNoRow }
            var request = URLRequest(url: url)
            request.httpMethod = [.insert: "POST", .update: "PATCH", .remove: "DELETE"][write.kind]
            request.setValue("Bearer \(ChaosServers.token)", forHTTPHeaderField: "Authorization")
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.setValue("\"\(write.name)\"", forHTTPHeaderField: "Idempotency-Key")
            request.timeoutInterval = 10
            if write.kind != .remove { request.httpBody = write.post.json }
            guard let answer = try? await transport.answer(to: request, maximumBytes: 1 << 20) else { return .again }
            switch answer.status {
            case 200...299: return .done
            case 404 where write.kind != .insert: return .hadNoRow
            case 429, 500...599: return .again
            default:
                Issue.record("\(write): \(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
                return .hadNoRow
            }
        }
    }

    /// Waits until all writers have had so many more writes acknowledged.
    func progress(by count: Int) async throws {
        let wanted = writers.map { $0.acknowledged + count }
        try await eventually("the writers come on to \(wanted)", within: Self.patience) {
            writers.map(\.acknowledged)
        } until: {
            zip($0, wanted).allSatisfy { $0 >= $1 }
        }
    }

    /// A machine that is busy needs its time to recover a database.
    nonisolated static let patience = WaitLimit.standard * 3

    // MARK: Faults

    private func count(_ fault: String) {
        report.faults[fault, default: 0] += 1
        report.timeline.append("\(second) s: \(fault)")
    }

    /// The whole seconds since the run began.
    private var second: Int64 { (ContinuousClock.now - began).components.seconds }

    private func open(_ node: PostgresNode) throws -> PostgresConnection {
        try PostgresConnection(PostgresAddress(node.address))
    }

    func killAServer(_ index: Int) throws {
        try servers.kill(index % servers.ports.count)
        count("server killed")
    }

    /// - Parameter hard: whether it is killed, so that PostgreSQL ends all others with it and recovers.
    func endABackend(hard: Bool) throws {
        let pids = """
            SELECT coalesce((SELECT pid FROM pg_stat_activity WHERE application_name = 'paging'
            AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1), 0)
            """
        guard let pid = try open(primary).script(pids).first.flatMap({ pid_t($0) }), pid > 0 else { return }
        if hard { kill(pid, SIGKILL) } else { try open(primary).script("SELECT pg_terminate_backend(\(pid))") }
        count(hard ? "backend killed" : "backend ended")
    }

    func killThePooler() throws {
        guard let pooler else { return }
        try pooler.kill()
        count("pooler killed")
    }

    func pauseTheStandby() throws {
        try open(standby).script("SELECT pg_wal_replay_pause()")
        count("standby paused")
    }

    /// Replay that is late ends the statements in its way, and may end this one, which has done its work then.
    func resumeTheStandby() async throws {
        _ = try? open(standby).script("SELECT pg_wal_replay_resume()")
        try await eventually("the standby goes on", within: Self.patience) {
            try? open(standby).script("SELECT pg_get_wal_replay_pause_state()")
        } until: {
            $0 == ["not paused"]
        }
    }

    /// The application's tables change as a deployment changes them: no statement waits for a lock longer than two seconds. Then what we have
    /// beside them is made anew, as Operations.md says.
    func alter() async throws {
        let number = report.faults["tables altered", default: 0]
        let type = number % 2 == 0 ? "bigint" : "int"
        let column = number % 2 == 0 ? "ADD COLUMN note text" : "DROP COLUMN note"
        let (address, start) = (primary.address, ContinuousClock.now)
        try await aside {
            let connection = try PostgresConnection(PostgresAddress(address))
            try connection.script("SET lock_timeout = '2s'")
            for table in ["events", "posts"] {
                try connection.script(
                    "BEGIN; ALTER TABLE \(table) \(column); UPDATE \(table) SET id = id WHERE id::text LIKE '%7'; COMMIT"
                )
            }
            try connection.script("ALTER TABLE posts ALTER score TYPE \(type)")
        }
        report.longestAlteration = max(report.longestAlteration, .now - start)
        try await aside { for step in try DatabaseMaintenance(address).migration() { try step.run() } }
        count("tables altered")
    }

    /// Does something that waits, while the main actor goes on to serve the lists.
    private func aside<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try work() }) }
        }
    }

    /// The primary fails with writes that its standby never gets, which takes its place; a new standby follows it.
    func promote(losing count: Int) async throws {
        for writer in writers {
            try await writer.pause()
            writer.mark()
        }
        let connection = try open(standby)
        let latest = try open(primary).script("SELECT pg_current_wal_lsn()")[0]
        try await eventually("the standby has all that was written", within: Self.patience) {
            try connection.script("SELECT pg_last_wal_receive_lsn() >= '\(latest)'")
        } until: {
            $0 == ["t"]
        }
        for writer in writers { writer.resume() }
        try connection.script("ALTER SYSTEM SET primary_conninfo = ''")
        try connection.script("SELECT pg_reload_conf()")
        try await eventually("the standby receives no more", within: Self.patience) {
            try connection.script("SELECT count(*) FROM pg_stat_wal_receiver")
        } until: {
            $0 == ["0"]
        }
        try await progress(by: count)
        let (failed, promoted) = (primary, standby)
        try await aside { try failed.kill() }
        let failure = ContinuousClock.now
        let isPromoted = try await aside {
            try PostgresConnection(PostgresAddress(promoted.address)).script("SELECT pg_promote()") == ["t"]
        }
        try #require(isPromoted)
        nodes.reverse()
        try pooler?.lead(to: ["primary": primary, "standby": standby])
        self.count("standby promoted")
        try await progress(by: 1)
        for writer in writers { try await writer.pause() }
        let rows = Dictionary(uniqueKeysWithValues: try rows().map { ($0.id, $0) })
        for writer in writers {
            let own = rows.filter { $0.key % ChaosWriter.count == writer.number }
            let lost = writer.settle(own, failure: failure)
            #expect(lost != nil, "the rows are not those of a first part of what writer \(writer.number) wrote")
            report.lost += lost ?? 0
        }
        for writer in writers { writer.resume() }
        try await aside { try failed.follow(promoted) }
    }

    // MARK: Reading

    /// Reads all lists, four times a second where the main actor has the time.
    func read(until end: ContinuousClock.Instant) async {
        var random = ChaosRandom(seed: 1)
        while ContinuousClock.now < end, (try? await paced(.milliseconds(250))) != nil {
            read(&random)
        }
    }

    /// The rows that readers see are compared with the true ones, and some look elsewhere: one in three stays where it is.
    private func read(_ random: inout ChaosRandom) {
        for reader in lists {
            reader.watch { history.age($0) != nil }
            if reader.untrue.longest > report.longestUntrue {
                (report.longestUntrue, report.untrueList) = (reader.untrue.longest, "'\(reader.query)' at \(second) s")
            }
            report.longestEmpty = max(report.longestEmpty, reader.empty.longest)
        }
        for _ in 0..<4 {
            let number = random.below(lists.count)
            if number % 3 > 0 { lists[number].look(at: random.below(1_200)) }
        }
    }

    private func rows(_ sql: String = "ORDER BY id") throws -> [ChaosPost] {
        var rows: [ChaosPost] = []
        try open(primary).forEachRow("SELECT id, author, title, score FROM posts \(sql)") { row in
            rows.append(
                ChaosPost(
                    id: Int(row.int64(0)), author: Int(row.int64(1)), title: row.string(2), score: Int(row.int64(3))))
        }
        return rows
    }

    /// Nothing fails and nobody writes any more: each list becomes SQL's, here and wherever its reader looks.
    func finish() async throws {
        // The last fault may have been its pause, and a server may answer from it.
        try await resumeTheStandby()
        for writer in writers { writer.end() }
        for task in tasks { await task.value }
        report.acknowledged = writers.reduce(0) { $0 + $1.acknowledged }
        let stored = Dictionary(uniqueKeysWithValues: try rows().map { ($0.id, $0) })
        let expected = writers.reduce(into: [:]) { $0.merge($1.expected) { $1 } }
        #expect(stored == expected, "acknowledged writes were lost")
        var wanted: [String: [ChaosPost]] = [:]
        for sql in Set(lists.map(\.sql)) { wanted[sql] = try rows(sql) }
        for place in [nil, 0, 600] {
            for reader in lists { if let place { reader.look(at: place) } }
            func wrong() -> [ChaosList] { lists.filter { $0.difference(to: wanted[$0.sql] ?? []) != nil } }
            let start = ContinuousClock.now
            do {
                try await eventually("all lists are right", within: Self.patience) {
                    let left = wrong()
                    // Rows that failed while a server was away are asked for again by their reader; by a few at a time, as each look costs.
                    for reader in left.prefix(10) { reader.tryAgain() }
                    return left.map(\.query)
                } until: {
                    $0.isEmpty
                }
                report.settling = max(report.settling, ContinuousClock.now - start)
                continue
            } catch {
                Issue.record(error)
            }
            report.settling = max(report.settling, ContinuousClock.now - start)
            for reader in wrong() {
                let difference = reader.difference(to: wanted[reader.sql] ?? []) ?? ""
                var told: [String] = []
                for index in servers.ports.indices {
                    let direct = ChaosTransport(transport, ports: [servers.ports[index]], client: 0)
                    guard let url = URL(string: ChaosTransport.address + "/lists/posts" + reader.query) else {
                        continue
                    }
                    let answer = try? await direct.answer(to: URLRequest(url: url), maximumBytes: 1 << 20)
                    told.append(String(decoding: (answer?.body ?? Data()).prefix(130), as: UTF8.self))
                }
                Issue.record(
                    """
                    '\(reader.query)': \(difference); \(reader.list.state); the servers say \(told)
                    \(reader.list.counters); it asked
                    \(reader.tally.last.joined(separator: "\n"))
                    """)
            }
        }
        report.renewed = lists.count { $0.renewals > 0 }
        report.renewals = lists.reduce(0) { $0 + $1.renewals }
        let slow = slowReaders?.figures
        (report.slowBytes, report.slowRefused) = (slow?.bytes ?? 0, slow?.refused ?? 0)
        report.requests = lists.reduce(0) { $0 + $1.list.counters.requests }
    }

    func end() async {
        turns?.cancel()
        for reader in lists { reader.end() }
        for writer in writers { writer.end() }
        slowReaders?.end()
        servers.end()
        pooler?.end()
        for node in nodes { node.end() }
    }
}

/// `@unchecked Sendable`: used on the one queue of its writer.
private final class PostgresWriterConnection: @unchecked Sendable {
    let connection: PostgresConnection

    init(_ address: String) throws { connection = try PostgresConnection(PostgresAddress(address)) }
}
