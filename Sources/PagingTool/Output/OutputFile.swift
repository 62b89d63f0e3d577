internal import Foundation
internal import PagingWire

/// A file that is written next to its place and takes its name when it is whole.
///
/// What stood there before stays until then, and what was written stays where it was written if it never gets whole: no
/// run destroys what another has brought home. What is no regular file (a pipe, a device) is written to directly.
///
/// `@unchecked Sendable`: used by one task at a time, which awaits each call.
final class OutputFile: @unchecked Sendable {
    /// Where the file belongs; `nil` for standard output.
    let path: String?
    /// Where it is being written.
    private(set) var workingPath: String?
    /// How many bytes were written.
    private(set) var bytesWritten = 0

    private let descriptor: Descriptor
    private let isRegular: Bool
    private var buffer: [UInt8] = []
    private var isClosed = false
    /// Bytes gathered before the system is called.
    private static let bufferSize = 1 << 18
    /// Names tried beside files that earlier runs have left.
    private static let namesTried = 1_000

    /// Opens a file for writing.
    ///
    /// - Parameter path: where it belongs; `nil` or `-` for standard output.
    init(_ path: String?) throws {
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
                // Until this process ends: nobody else goes on with the file meanwhile.
                flock(number, LOCK_EX | LOCK_NB)
                workingPath = candidate
                descriptor = Descriptor(number, name: candidate)
                return
            }
            guard errno == EEXIST else { throw Descriptor(-1, name: candidate).failure("cannot open for writing") }
        }
        throw ToolError(
            "there are \(OutputFile.namesTried) unfinished files already", path + ".part…",
            "Move or delete some of them")
    }

    /// Opens a file again that did not get whole, to go on behind what it has.
    ///
    /// - Parameters:
    ///   - part: where it was written.
    ///   - path: where it belongs.
    ///   - bytes: how much of it counts; what is behind that goes.
    init(resuming part: String, of path: String, keeping bytes: Int) throws {
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

    /// The unfinished files that runs have left beside a file.
    static func parts(of path: String) -> [String] {
        (1...namesTried).map { part($0, of: path) }.filter { access($0, F_OK) == 0 }
    }

    private static func part(_ attempt: Int, of path: String) -> String {
        path + (attempt == 1 ? ".part" : ".part\(attempt)")
    }

    /// Takes bytes; they reach the file now or later.
    func write(_ fill: (inout [UInt8]) -> Void) throws {
        fill(&buffer)
        if buffer.count >= OutputFile.bufferSize { try flush() }
    }

    /// Takes a row, as a line of JSON.
    func write(_ row: Row) throws {
        try write {
            row.value.write(to: &$0)
            $0.append(UInt8(ascii: "\n"))
        }
    }

    /// Makes everything taken so far reach the file.
    func flush() throws {
        defer { buffer.removeAll(keepingCapacity: true) }
        try descriptor.write(buffer)
        bytesWritten += buffer.count
    }

    /// Writes what is left and gives the file its name.
    func finish() throws {
        try close()
        guard let path, let workingPath else { return }
        guard rename(workingPath, path) == 0 else {
            throw Descriptor(-1, name: path).failure("cannot rename \(workingPath)")
        }
        unlink(PullState.path(for: workingPath))
        self.workingPath = nil
    }

    /// Writes what is left and lets the file stay where it was written; an empty one is taken away.
    ///
    /// - Returns: where it stays; `nil` where nothing stays.
    func abandon() throws -> String? {
        defer { if bytesWritten == 0, let workingPath { unlink(workingPath) } }
        try close()
        return bytesWritten > 0 ? workingPath : nil
    }

    private func close() throws {
        guard !isClosed else { return }
        isClosed = true
        let flushed = Result { try flush() }
        // A disk may take bytes and fail later: only when it says so are they there. Pipes and terminals cannot say.
        var failure: (any Error)?
        if isRegular, fsync(descriptor.number) != 0 { failure = descriptor.failure("cannot write") }
        if path != nil, Foundation.close(descriptor.number) != 0, failure == nil {
            failure = descriptor.failure("cannot write")
        }
        try flushed.get()
        if let failure { throw failure }
    }
}
