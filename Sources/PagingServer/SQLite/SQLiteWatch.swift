/// Tells when a database changes.
///
/// `PRAGMA data_version` says on one connection whether any other has committed; its values on different connections do
/// not compare. So one connection is set apart to be asked. Since it starts anew with each process, a version also holds
/// what the file looked like when that connection was opened.
struct SQLiteWatch {
    private let connection: SQLiteConnection
    private let opened: FileIdentity
    /// Names the file, and how often it was written to before it was opened.
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
            // Written to in between: what was seen is not what was opened.
        } while SQLiteWatch.files(path) != seen && attempts > 0
        guard let opened = seen[0] ?? FileIdentity(path: path) else {
            throw SQLiteError(.missing, path: path, operation: "open", message: "there is no such file")
        }
        self.connection = connection
        self.opened = opened
        commitsAtOpening = commits
        var hash = StableHash()
        // If the file kept changing, its state has no name that another process could know.
        if attempts == 0 { hash.combine(Platform.monotonicNanoseconds) }
        for file in seen {
            guard let file else { continue }
            for number in [file.size, file.seconds, file.nanoseconds] { hash.combine(UInt64(bitPattern: number)) }
            hash.combine(file.device)
            hash.combine(file.node)
        }
        epoch = hash.value
    }

    /// `true` if the file that was opened is still at its path.
    var isCurrent: Bool {
        FileIdentity(path: connection.path).map(opened.isSameFile) ?? false
    }

    /// The version, or `nil` if it would have to wait for a commit that is under way.
    func versionWithoutWaiting() throws -> DatabaseVersion? {
        do {
            let commits = try connection.withoutWaiting { try connection.value("PRAGMA data_version")?.int64 ?? 0 }
            return DatabaseVersion(epoch: epoch, state: commits - commitsAtOpening)
        } catch let error as SQLiteError where error.reason == .busy {
            return nil
        }
    }

    /// The version of the file that is at the path, where nothing has to be waited for to know it.
    func versionAtOnce() -> DatabaseVersion? {
        guard isCurrent else { return nil }
        return (try? versionWithoutWaiting()) ?? nil
    }

    /// The file and its write-ahead log, which holds what was committed last.
    private static func files(_ path: String) -> [FileIdentity?] {
        [FileIdentity(path: path), FileIdentity(path: path + "-wal")]
    }
}
