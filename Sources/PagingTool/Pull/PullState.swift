internal import Foundation
internal import Paging
internal import PagingHTTP

/// The place at which a pull stopped, stored in a file beside the rows. `--resume` continues from it.
///
/// It has only digests of the command, which may contain secrets. A cursor is stored as the server sent it. It may be an address with a key, so
/// only the owner may read the file.
struct PullState: Codable, Hashable {
    static let currentFormat = 1

    var format = PullState.currentFormat
    /// The number of valid rows in the file, or 0 if the pull had only begun. Later rows are requested again.
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

    /// Writes the state atomically.
    func write(for rows: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let path = Self.path(for: rows)
        // Always the same name, so a killed process leaves at most one such file, which the next one overwrites.
        let new = path + ".new"
        unlink(new)
        // Without Foundation's atomic writing, whose temporary files have other names.
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: try encoder.encode(self))
        try file.close()
        guard rename(new, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    /// Removes the state's file.
    static func remove(for rows: String) {
        unlink(path(for: rows))
        unlink(path(for: rows) + ".new")
    }

    /// The state of a pull that has only begun.
    init(of options: SourceOptions) {
        self.init(rows: 0, cursor: nil, total: nil, identifier: nil, command: options.digests)
    }

    /// Reads the state.
    ///
    /// - Throws: a ``ToolError`` if it is damaged, or belongs to another command.
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

/// A stopped pull that is resumed.
struct Resumption {
    let state: PullState
    /// The file of the rows, and the number of its valid bytes.
    let path: String
    private(set) var bytes = 0
    /// The way its rows are identified.
    let identification: Identification
    private(set) var fingerprints: Set<Fingerprint> = []
    /// Rows by their positions: the first, and the last few, which the next pages may contain.
    private(set) var edges: [Int: JSONValue] = [:]

    /// `true` if there are rows to continue after.
    var hasRows: Bool { state.rows > 0 }

    /// `true` if a pull was killed after it had given the file its final name.
    static func isFinished(_ out: String) -> Bool {
        access(out, F_OK) == 0 && OutputFile.parts(of: out).isEmpty
            && access(PullState.path(for: out + ".part"), F_OK) == 0
    }

    /// The most rows before the place to resume from that a page may contain.
    private static let longestOverlap = 10_000

    /// Finds the stopped pull of a file, and reads its rows.
    ///
    /// - Throws: a ``ToolError`` if there is not exactly one, or its files do not match.
    init(of out: String, _ options: SourceOptions) throws {
        let all = OutputFile.parts(of: out)
        let parts = all.filter { access(PullState.path(for: $0), F_OK) == 0 }
        // It was killed before it had stored anything.
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

/// A short substitute for an identifier: 128 bits, so that even among a billion rows two never collide by accident.
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
