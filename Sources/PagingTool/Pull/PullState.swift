internal import Foundation
internal import Paging
internal import PagingHTTP

/// The place at which a pull stopped, kept in a file beside the rows. `--resume` goes on from it.
///
/// It holds only digests of the command, which may contain secrets. A cursor is kept as the server gave it and may be an address with a key in
/// it, so only the owner may read the file.
struct PullState: Codable, Hashable {
    static let currentFormat = 1

    var format = PullState.currentFormat
    /// How many rows of the file count; 0 if the pull had only begun. Rows after them are asked for again.
    var rows: Int
    /// The cursor after those rows, or `nil` if the pull resumes by position.
    var cursor: String?
    /// The total that the server reported.
    var total: Int?
    /// The path of the rows' identifier, or `nil` if they are identified by position.
    var identifier: String?
    /// Digests of the command's options about the list, by option.
    var command: [String: String]

    /// The path of the state, beside the file of rows.
    static func path(for rows: String) -> String { rows + ".resume" }

    /// Writes it, whole or not at all.
    func write(for rows: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let path = Self.path(for: rows)
        // Under one name: a process that is killed leaves one such file at most, which the next one writes anew.
        let new = path + ".new"
        unlink(new)
        // Not by Foundation's own files, which have a name of their own until they are whole.
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: try encoder.encode(self))
        try file.close()
        guard rename(new, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    /// Takes it away.
    static func remove(for rows: String) {
        unlink(path(for: rows))
        unlink(path(for: rows) + ".new")
    }

    /// The state of a pull that has only begun.
    init(of options: SourceOptions) {
        self.init(rows: 0, cursor: nil, total: nil, identifier: nil, command: options.digests)
    }

    /// Reads it.
    ///
    /// - Throws: a ``ToolError`` where it is damaged, or belongs to another command.
    init(for rows: String, _ options: SourceOptions) throws {
        let path = Self.path(for: rows)
        let anew = "Run without --resume to begin anew"
        do {
            self = try JSONDecoder().decode(PullState.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw ToolError("where the pull stopped cannot be read", path, anew)
        }
        guard format == Self.currentFormat else {
            throw ToolError("where the pull stopped was written by another version of paging", path, anew)
        }
        guard self.rows >= 0 else { throw ToolError("where the pull stopped cannot be read", path, anew) }
        let now = options.digests
        let others = Set(command.keys).union(now.keys).filter { command[$0] != now[$0] }.sorted()
        guard others.isEmpty else {
            throw ToolError(
                "this is not the command that stopped: \(others.joined(separator: ", ")) \(others.count == 1 ? "is" : "are") another",
                path, "Give the same, or run without --resume to begin anew")
        }
    }

    init(rows: Int, cursor: String?, total: Int?, identifier: String?, command: [String: String]) {
        (self.rows, self.cursor, self.total) = (rows, cursor, total)
        (self.identifier, self.command) = (identifier, command)
    }
}

/// A stopped pull as it is taken up again.
struct Resumption {
    let state: PullState
    /// The file of the rows, and how many of its bytes count.
    let path: String
    private(set) var bytes = 0
    /// The way its rows are told apart.
    let identification: Identification
    private(set) var fingerprints: Set<Fingerprint> = []
    /// Rows by their positions: the first, and the last few, which pages asked for next may hold.
    private(set) var edges: [Int: JSONValue] = [:]

    /// `true` if there is something to go on behind.
    var hasRows: Bool { state.rows > 0 }

    /// `true` if the last thing that a pull did before it was killed was to give the file its name.
    static func isFinished(_ out: String) -> Bool {
        access(out, F_OK) == 0 && OutputFile.parts(of: out).isEmpty
            && access(PullState.path(for: out + ".part"), F_OK) == 0
    }

    /// Rows that a page may reach back from where the pull goes on.
    private static let longestOverlap = 10_000

    /// Finds the stopped pull of a file, and reads its rows.
    ///
    /// - Throws: a ``ToolError`` where there is none, or more than one, or what it left does not fit.
    init(of out: String, _ options: SourceOptions) throws {
        let all = OutputFile.parts(of: out)
        let parts = all.filter { access(PullState.path(for: $0), F_OK) == 0 }
        // It was killed before it noted anything.
        let empty = all.first { (try? FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int) == 0 }
        guard let part = parts.first ?? empty else {
            throw ToolError("no pull to this file has stopped where it can go on", out, "Run without --resume")
        }
        guard parts.count < 2 else {
            throw ToolError(
                "several pulls to this file have stopped", parts.joined(separator: ", "),
                "Delete all but the one to go on with")
        }
        path = part
        state = try parts.isEmpty ? PullState(of: options) : PullState(for: part, options)
        identification = state.identifier.map { .path(FieldPath($0)) } ?? .position
        try readRows()
    }

    private mutating func readRows() throws {
        let changed = ToolError(
            "the file is not as the stopped pull left it", path, "Run without --resume to begin anew")
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe) else {
            throw changed
        }
        var start = data.startIndex
        for position in 0..<state.rows {
            guard let end = data[start...].firstIndex(of: UInt8(ascii: "\n")),
                let row = try? JSONValue(parsing: Array(data[start..<end]))
            else { throw changed }
            var id = Row.ID.position(position)
            if case .path(let name) = identification {
                guard let value = row.value(at: name), !value.isNull else { throw changed }
                id = .value(value)
            }
            guard fingerprints.insert(Fingerprint(id)).inserted else { throw changed }
            if position == 0 || position >= state.rows - Self.longestOverlap { edges[position] = row }
            start = end + 1
        }
        bytes = start - data.startIndex
    }
}

/// A short stand-in for an identifier: 128 bits, so that among a billion rows two never share one by accident.
struct Fingerprint: Hashable {
    private let high: Int
    private let low: Int

    init(_ id: Row.ID) {
        var hashers = (Hasher(), Hasher())
        hashers.0.combine(0)
        hashers.1.combine(1)
        hashers.0.combine(id)
        hashers.1.combine(id)
        (high, low) = (hashers.0.finalize(), hashers.1.finalize())
    }
}
