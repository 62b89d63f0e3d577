/// A database that is always at hand to try things on: the characters of Unicode, and a million generated events.
///
/// ```swift
/// try SampleDatabase.prepare(at: "sample.sqlite") { print($0.what, $0.fraction) }
/// let responder = Responder(try SQLiteDatabase(path: "sample.sqlite"))
/// ```
///
/// - `unicode`: every scalar that the standard library has a name for (`Unicode.Scalar.Properties.name`, or its alias): 155,455
///   with Unicode 17, of which 97,668 are CJK ideographs and 11,172 Hangul syllables, whose names are derived. `codePoint` is the
///   primary key; `code` ("U+1F600"), `character`, `name`, `category`, `letter` (the name's first, as the standard
///   library knows no blocks) and `age` ("15.1": text, which sorts as such) are columns. Sections: category, letter, age.
/// - `events`: generated, the same each time: `id`, `time`, `day`, `kind`, `actor`, `title`, `size` (sometimes NULL).
///   Events are recorded in the order of `id`, up to five minutes late. Sections: day, kind, actor.
public enum SampleDatabase {
    /// How far a build has come.
    public struct Progress: Hashable, Sendable {
        /// The part that is done, from 0 to 1.
        public var fraction: Double
        /// The present step, for people to read.
        public var what: String
    }

    /// Why a sample could not be built.
    public enum Failure: Error, Hashable, Sendable {
        /// The file at the path is no sample, and is not replaced.
        case anotherFile(path: String)
        /// The file system refused to write or to rename the file.
        case cannotWrite(path: String, message: String)
    }

    /// The number of the sample's format. A file with another is built anew.
    public static let formatVersion = 1
    /// How many events there are where nothing else is said.
    public static let defaultEventCount = 1_000_000
    /// Marks a SQLite file as a sample: "pgsm" in its header.
    static let applicationID = 0x7067_736D

    /// `true` if a whole sample of this format is at a path.
    public static func isCurrent(at path: String) -> Bool {
        guard let mark = mark(of: path) else { return false }
        return mark == (applicationID, formatVersion)
    }

    /// Builds the sample if there is none, or one of another format.
    ///
    /// - Parameters:
    ///   - path: the path of the sample.
    ///   - progress: called now and then; throwing ends the build.
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

    /// Builds the sample, in place of one that is there.
    ///
    /// It is written to a file beside, which takes its name when it is whole: a reader of the old one is not disturbed, and an
    /// interrupted build leaves nothing. Takes a few seconds in a release build.
    ///
    /// - Parameters:
    ///   - path: where it belongs.
    ///   - events: how many events to generate.
    ///   - progress: called about a hundred times; throwing ends the build.
    /// - Throws: ``Failure``; ``SQLiteError`` (`full` where the disk is); `CancellationError` where the task is cancelled; what
    ///   `progress` throws.
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
        // The file is not used until it is whole, so nothing needs to be undone or made durable on the way.
        for setting in ["journal_mode = OFF", "synchronous = OFF", "cache_size = -65536", "locking_mode = EXCLUSIVE"] {
            try connection.execute("PRAGMA \(setting)")
        }
        func report(_ what: String, _ fraction: Double) throws {
            guard !Task.isCancelled else { throw CancellationError() }
            try progress(Progress(fraction: fraction, what: what))
        }
        try UnicodeTable.write(to: connection) { try report("characters of Unicode", 0.2 * $0) }
        try EventsTable.write(to: connection, count: events) { try report("events", 0.2 + 0.79 * $0) }
        try connection.execute("PRAGMA application_id = \(applicationID)")
        try connection.execute("PRAGMA user_version = \(formatVersion)")
    }

    private static func mark(of path: String) -> (application: Int, format: Int)? {
        guard let connection = try? SQLiteConnection.openReadOnly(path: path),
            let application = try? connection.value("PRAGMA application_id")?.int64,
            let format = try? connection.value("PRAGMA user_version")?.int64
        else { return nil }
        return (Int(application), Int(format))
    }
}
