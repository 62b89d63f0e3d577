/// Detects changes of a database.
///
/// `PRAGMA data_version` shows on one connection if any other has committed, and its values cannot be compared between connections. Therefore
/// one connection is reserved for it. Its values start again with each process, so a version also contains the file's attributes when that
/// connection was opened.
struct SQLiteWatch {
    private let connection: SQLiteConnection
    private let opened: FileIdentity
    /// Identifies the file, and the number of writes before it was opened.
    let epoch: UInt64
    private let commitsAtOpening: Int64

    init(path: String, busyMilliseconds: Int) throws {
        var connection: SQLiteConnection
        var seen: [FileIdentity?]
        var commits: Int64
        var attempts = ServerLimits.versionAttempts
        repeat {
            attempts -= 1
            seen = SQLiteWatch.files(path)
            connection = try SQLiteConnection.openReadOnly(path: path, busyMilliseconds: busyMilliseconds)
            commits = try connection.value("PRAGMA data_version")?.int64 ?? 0
            // The file was written meanwhile, so the attributes may not be those of the opened file.
        } while SQLiteWatch.files(path) != seen && attempts > 0
        guard let opened = seen[0] ?? FileIdentity(path: path) else {
            throw SQLiteError(.missing, path: path, operation: "open", message: "there is no such file")
        }
        self.connection = connection
        self.opened = opened
        commitsAtOpening = commits
        var hash = StableHash()
        // If the file changed each time, its state has no name that another process could know.
        if attempts == 0 { hash.combine(Platform.monotonicNanoseconds) }
        for file in seen {
            guard let file else { continue }
            for number in [file.size, file.seconds, file.nanoseconds] { hash.combine(UInt64(bitPattern: number)) }
            hash.combine(file.device)
            hash.combine(file.node)
        }
        epoch = hash.value
    }

    /// `true` if the opened file is still at its path.
    var isCurrent: Bool { isCurrent(FileIdentity(path: connection.path)) }

    /// `true` if the opened file is the one that was found at its path.
    func isCurrent(_ found: FileIdentity?) -> Bool { found.map(opened.isSameFile) ?? false }

    /// The version, or `nil` if it would have to wait for a commit in progress.
    func versionWithoutWaiting() throws -> DatabaseVersion? {
        do {
            let commits = try connection.withoutWaiting { try connection.value("PRAGMA data_version")?.int64 ?? 0 }
            return DatabaseVersion(epoch: epoch, state: commits - commitsAtOpening)
        } catch let error as SQLiteError where error.reason == .busy {
            return nil
        }
    }

    /// The version of the file at the path, or `nil` if finding out would have to wait.
    func versionAtOnce() -> DatabaseVersion? {
        guard isCurrent else { return nil }
        return (try? versionWithoutWaiting()) ?? nil
    }

    /// The file and its write-ahead log, which contains the latest commits.
    private static func files(_ path: String) -> [FileIdentity?] {
        [FileIdentity(path: path), FileIdentity(path: path + "-wal")]
    }
}
