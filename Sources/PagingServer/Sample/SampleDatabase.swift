/// A database for trying out the server: the characters of Unicode, and a million generated events.
///
/// ```swift
/// try SampleDatabase.prepare(at: "sample.sqlite") { print($0.what, $0.fraction) }
/// let responder = Responder(try SQLiteDatabase(path: "sample.sqlite"))
/// ```
///
/// - `unicode`: every scalar that has a name in the standard library (`Unicode.Scalar.Properties.name`, or its alias): 155,455 with Unicode 17,
///   including 97,668 CJK ideographs and 11,172 Hangul syllables, whose names are derived. `codePoint` is the primary key. The other columns are
///   `code` ("U+1F600"), `character`, `name`, `category`, `letter` (the name's first letter, because the standard library has no blocks) and
///   `age` ("15.1", text that sorts as such). Sections: category, letter, age.
/// - `events`: generated, the same each time: `id`, `time`, `day`, `kind`, `actor`, `title`, `size` (sometimes NULL). Events are recorded in the
///   order of `id`, up to five minutes late. Sections: day, kind, actor.
///
/// Rank indexes find any row of `unicode` in each of its orders, and of `events` by its title, which has no other index.
public enum SampleDatabase {
    /// The progress of a build.
    public struct Progress: Hashable, Sendable {
        /// The completed part, from 0 to 1.
        public var fraction: Double
        /// The current step, as text.
        public var what: String
    }

    /// The error if a sample cannot be built.
    public enum Failure: Error, Hashable, Sendable {
        /// The file at the path is not a sample, and is not replaced.
        case anotherFile(path: String)
        /// The file system did not write or rename the file.
        case cannotWrite(path: String, message: String)
    }

    /// The version of the sample's format. A file with another version is rebuilt.
    public static let formatVersion = 2
    /// The default number of events.
    public static let defaultEventCount = 1_000_000
    /// Marks a SQLite file as a sample: "pgsm" in its header.
    static let applicationID = 0x7067_736D

    /// `true` if a complete sample of this format is at a path.
    public static func isCurrent(at path: String) -> Bool {
        guard let mark = mark(of: path) else { return false }
        return mark == (applicationID, formatVersion)
    }

    /// Builds the sample if there is none, or one of another format.
    ///
    /// - Parameters:
    ///   - path: the path of the sample.
    ///   - progress: called at intervals. If it throws, the build ends.
    /// - Returns: `true` if it was built.
    /// - Throws: the errors of ``build(at:events:progress:)``.
    @discardableResult
    public static func prepare(
        at path: String, progress: (Progress) throws -> Void = { _ in }
    ) throws -> Bool {
        if isCurrent(at: path) { return false }
        try build(at: path, progress: progress)
        return true
    }

    /// Builds the sample, and replaces an existing one.
    ///
    /// It is written to another file, which is renamed when it is complete. Readers of the old sample are not disturbed, and an interrupted
    /// build leaves nothing. It takes some ten seconds in a release build.
    ///
    /// - Parameters:
    ///   - path: the path of the sample.
    ///   - events: the number of events to generate.
    ///   - progress: called about a hundred times. If it throws, the build ends.
    /// - Throws: ``Failure``; ``SQLiteError`` (`full` if the disk is full); `CancellationError` if the task is cancelled; the errors of
    ///   `progress`.
    public static func build(
        at path: String, events: Int = defaultEventCount, progress: (Progress) throws -> Void = { _ in }
    ) throws {
        if FileIdentity(path: path) != nil, mark(of: path)?.application != applicationID {
            throw Failure.anotherFile(path: path)
        }
        let building = "\(path).building-\(Platform.processID)"
        try FileReplacement.remove(building)
        do {
            try write(to: building, events: events, progress: progress)
            try progress(Progress(fraction: 1, what: "sample built"))
            try FileReplacement.replace(path, with: building)
        } catch {
            try? FileReplacement.remove(building)
            throw error
        }
    }

    private static func write(to path: String, events: Int, progress: (Progress) throws -> Void) throws {
        guard FileReplacement.canCreate(path) else {
            throw Failure.cannotWrite(path: path, message: Platform.lastMessage)
        }
        let connection = try SQLiteConnection(path: path, mode: .create)
        // The file is not used until it is complete, so no change has to be rolled back or made durable before.
        for setting in ["journal_mode = OFF", "synchronous = OFF", "cache_size = -65536", "locking_mode = EXCLUSIVE"] {
            try connection.execute("PRAGMA \(setting)")
        }
        func report(_ what: String, _ fraction: Double) throws {
            guard !Task.isCancelled else { throw CancellationError() }
            try progress(Progress(fraction: fraction, what: what))
        }
        try UnicodeTable.write(to: connection) { try report("characters of Unicode", 0.15 * $0) }
        try EventsTable.write(to: connection, count: events) { try report("events", 0.15 + 0.5 * $0) }
        for (place, order) in ranked.enumerated() {
            try RankIndexing(connection).build(list: order.list, order: order.column) { step in
                let part = step.total.map { Double(step.done) / Double(max(1, $0)) } ?? 0
                let done = 0.65 + 0.04 * (Double(place) + part * (order.list == "events" ? 3 : 1))
                try report("positions by \(order.column)", done)
            }
        }
        try connection.execute("PRAGMA application_id = \(applicationID)")
        try connection.execute("PRAGMA user_version = \(formatVersion)")
    }

    /// The orders with rank indexes, the longest list last.
    private static let ranked =
        ["codePoint", "name", "category", "letter", "age"].map { (list: "unicode", column: $0) }
        + [(list: "events", column: "title")]

    private static func mark(of path: String) -> (application: Int, format: Int)? {
        guard let connection = try? SQLiteConnection.openReadOnly(path: path),
            let application = try? connection.value("PRAGMA application_id")?.int64,
            let format = try? connection.value("PRAGMA user_version")?.int64
        else { return nil }
        return (Int(application), Int(format))
    }
}
