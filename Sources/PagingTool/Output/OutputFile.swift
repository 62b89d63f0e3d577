internal import Foundation
internal import PagingWire

/// A file that is written beside its final path, and renamed when it is complete.
///
/// An existing file stays until then. If the pull never completes, the written rows stay in their own file, so no run destroys the results of
/// another. A path that is not a regular file (a pipe, a device) is written to directly.
///
/// Rows are written as JSON lines, whatever the layout, so that a stopped pull can be resumed. At the end they are converted to the layout.
///
/// `@unchecked Sendable`: used by one task at a time, which awaits each call.
final class OutputFile: @unchecked Sendable {
    /// The file's final path, or `nil` for standard output.
    let path: String?
    /// The path of the file while it is being written.
    private(set) var workingPath: String?
    /// The number of bytes written.
    private(set) var bytesWritten = 0

    private let descriptor: Descriptor
    private let isRegular: Bool
    private var buffer: [UInt8] = []
    private var isClosed = false
    /// The reason why bytes did not reach the file, or `nil` if all did. After a failure nothing is written.
    private var failure: (any Error)?
    private let layout: RowLayout
    private lazy var encoder = RowEncoder(convertsAtEnd ? RowLayout() : layout)
    /// `true` if all rows are on disk.
    private(set) var isSettled = false
    /// The notes for a reader of the rows, complete when the file is finished.
    private(set) var notes: [String] = []
    /// `true` if a text in the rows has U+FFFD.
    private var holdsReplacements = false
    /// The size of the buffer, in bytes.
    private static let bufferSize = 1 << 18
    /// The most names that are tried if earlier runs have left files.
    private static let namesTried = 1_000

    /// The number of bytes received, including those that are still buffered.
    var bytesTaken: Int { bytesWritten + buffer.count }

    /// `true` if the file is written as JSON lines and converted at the end.
    var convertsAtEnd: Bool { isRegular && !layout.keepsWholeRows }

    /// Opens a file for writing.
    ///
    /// - Parameters:
    ///   - path: the final path, or `nil` or `-` for standard output.
    ///   - layout: the layout of the rows.
    init(_ path: String?, layout: RowLayout = RowLayout()) throws {
        self.layout = layout
        guard let path, path != "-" else {
            self.path = nil
            isRegular = false
            descriptor = Descriptor(STDOUT_FILENO, name: "standard output")
            return
        }
        self.path = path
        let place = Descriptor(-1, name: path)
        var status = stat()
        let exists = stat(path, &status) == 0
        if exists, status.st_mode & S_IFMT == S_IFDIR {
            throw ToolError("cannot write a file here: it is a folder", path, "Give the name of a file")
        }
        isRegular = !exists || status.st_mode & S_IFMT == S_IFREG
        if !isRegular {
            let number = open(path, O_WRONLY | O_CLOEXEC)
            guard number >= 0 else { throw place.failure("cannot open for writing") }
            descriptor = Descriptor(number, name: path)
            return
        }
        for attempt in 1...OutputFile.namesTried {
            let candidate = OutputFile.part(attempt, of: path)
            let number = open(candidate, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if number >= 0 {
                // The lock is held until this process ends, so that no other process resumes the file meanwhile.
                flock(number, LOCK_EX | LOCK_NB)
                workingPath = candidate
                descriptor = Descriptor(number, name: candidate)
                return
            }
            guard errno == EEXIST else { throw Descriptor(-1, name: candidate).failure("cannot open for writing") }
            if let number = try Self.takenOver(candidate) {
                workingPath = candidate
                descriptor = Descriptor(number, name: candidate)
                return
            }
        }
        throw ToolError(
            "there are \(OutputFile.namesTried) unfinished files already", path + ".part…",
            "Move or delete some of them")
    }

    /// Opens an incomplete file again, to append to it.
    ///
    /// - Parameters:
    ///   - part: the path at which it was written.
    ///   - path: the final path.
    ///   - bytes: the number of valid bytes. The rest is removed.
    ///   - layout: the layout of the rows.
    init(resuming part: String, of path: String, keeping bytes: Int, layout: RowLayout) throws {
        self.layout = layout
        (self.path, workingPath, isRegular, bytesWritten) = (path, part, true, bytes)
        descriptor = Descriptor(open(part, O_WRONLY | O_CLOEXEC), name: part)
        guard descriptor.number >= 0 else { throw descriptor.failure("cannot open for writing") }
        guard flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else {
            throw ToolError("another pull writes to this file", part, "Wait until it has ended")
        }
        guard ftruncate(descriptor.number, off_t(bytes)) == 0, lseek(descriptor.number, 0, SEEK_END) >= 0 else {
            throw descriptor.failure("cannot write")
        }
    }

    /// Opens a file that a pull has left before it had a row, or returns `nil` for one with rows.
    ///
    /// - Throws: a ``ToolError`` if another process is writing it. One of the two results would be lost when both have ended.
    private static func takenOver(_ part: String) throws -> Int32? {
        let number = open(part, O_WRONLY | O_CLOEXEC)
        guard number >= 0 else { return nil }
        // The lock is released with the descriptor.
        if flock(number, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            Foundation.close(number)
            throw ToolError("another pull writes to this file", part, "Wait until it has ended, or give another --out")
        }
        var status = stat()
        if fstat(number, &status) == 0, status.st_size == 0 { return number }
        Foundation.close(number)
        return nil
    }

    /// The incomplete files that earlier runs have left beside a file.
    static func parts(of path: String) -> [String] {
        (1...namesTried).map { part($0, of: path) }.filter { access($0, F_OK) == 0 }
    }

    private static func part(_ attempt: Int, of path: String) -> String {
        path + (attempt == 1 ? ".part" : ".part\(attempt)")
    }

    /// Adds bytes, which reach the file now or later.
    ///
    /// - Throws: the error of earlier bytes that did not reach the file.
    func write(_ fill: (inout [UInt8]) -> Void) throws {
        if let failure { throw failure }
        fill(&buffer)
        if buffer.count >= OutputFile.bufferSize { try flush() }
    }

    /// Adds a row.
    func write(_ row: Row) throws {
        try write { bytes in
            let start = bytes.count
            encoder.write(row.value, text: row.text, to: &bytes)
            holdsReplacements = holdsReplacements || Self.hasReplacement(bytes[start...])
        }
    }

    private static let replacementNote =
        "Some texts have the character U+FFFD: the server sent it, or half a surrogate pair, which it stands for."

    /// `true` if UTF-8 text contains U+FFFD.
    private static func hasReplacement(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while let lead = rest.firstIndex(of: 0xEF) {
            if rest[lead...].starts(with: [0xEF, 0xBF, 0xBD]) { return true }
            rest = rest[(lead + 1)...]
        }
        return false
    }

    /// `true` if the rows are shown on a terminal.
    private var isTerminal: Bool { !isRegular && isatty(descriptor.number) == 1 }

    /// Writes the buffer, which has whole rows, to the file. After a failure, all later calls fail.
    func flush() throws {
        if let failure { throw failure }
        defer { buffer.removeAll(keepingCapacity: true) }
        do {
            try descriptor.write(isTerminal ? TerminalText.escaped(buffer, in: layout.format) : buffer)
        } catch {
            failure = error
            throw error
        }
        bytesWritten += buffer.count
    }

    /// Writes the remaining rows, and gives the file its final name.
    ///
    /// - Parameter progress: called with the number of converted rows.
    func finish(_ progress: (Int) -> Void = { _ in }) throws {
        encoder.finish(to: &buffer)
        notes = encoder.notes
        var made: String?
        try close {
            guard convertsAtEnd, let workingPath else { return }
            let converted = try RowConversion.convert(workingPath, to: layout, progress)
            (made, notes) = (converted.path, converted.notes)
        }
        if holdsReplacements { notes.append(Self.replacementNote) }
        guard let path, let workingPath else { return }
        guard rename(made ?? workingPath, path) == 0 else {
            throw Descriptor(-1, name: path).failure("cannot rename \(made ?? workingPath)")
        }
        if made != nil { unlink(workingPath) }
        PullState.remove(for: workingPath)
        self.workingPath = nil
    }

    /// Writes the remaining rows, and keeps the file at its current path. An empty file is deleted.
    ///
    /// - Returns: the path of the file, or `nil` if nothing was written.
    func abandon() throws -> String? {
        defer { if bytesWritten == 0, let workingPath { unlink(workingPath) } }
        encoder.release(to: &buffer)
        try close()
        return bytesWritten > 0 ? workingPath : nil
    }

    /// - Parameter last: called when all rows are on disk, while no other process can resume the file.
    private func close(_ last: () throws -> Void = {}) throws {
        guard !isClosed else { return }
        isClosed = true
        let flushed = Result { try flush() }
        // A disk may accept bytes and fail later, so only a successful sync proves that they are stored. Pipes and terminals cannot be synced.
        var failure: (any Error)?
        if isRegular, fsync(descriptor.number) != 0 { failure = descriptor.failure("cannot write") }
        if failure == nil, (try? flushed.get()) != nil {
            isSettled = true
            do { try last() } catch { failure = error }
        }
        if path != nil, Foundation.close(descriptor.number) != 0, failure == nil {
            failure = descriptor.failure("cannot write")
        }
        try flushed.get()
        if let failure { throw failure }
    }
}
