internal import Foundation
internal import PagingWire

/// Converts a file of whole rows, as JSON lines, to another layout.
enum RowConversion {
    /// The size of the buffers for reading and writing, in bytes.
    private static let bufferSize = 1 << 18

    /// The path of the converted file, beside the file of rows.
    static func path(for rows: String, _ layout: RowLayout) -> String { rows + "." + layout.format.rawValue }

    /// Writes the converted file to disk.
    ///
    /// - Parameter progress: called with the number of rows written.
    /// - Returns: the file's path, and notes for the reader.
    /// - Throws: `CancellationError`; an error of the file, which is then deleted.
    static func convert(
        _ rows: String, to layout: RowLayout, _ progress: (Int) -> Void = { _ in }
    ) throws -> (path: String, notes: [String]) {
        let path = path(for: rows, layout)
        let place = Descriptor(-1, name: path)
        let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard number >= 0 else { throw place.failure("cannot open for writing") }
        let file = Descriptor(number, name: path)
        var isOpen = true
        do {
            var encoder = RowEncoder(layout)
            var buffer: [UInt8] = []
            var done = 0
            try eachLine(of: rows) { line in
                guard let row = try? JSONValue(parsing: line) else {
                    throw ToolError("another program changed the file", rows, "Run the pull again without --resume")
                }
                encoder.write(row, text: line, to: &buffer)
                done += 1
                guard buffer.count >= bufferSize else { return }
                try Task.checkCancellation()
                try file.write(buffer)
                buffer.removeAll(keepingCapacity: true)
                progress(done)
            }
            encoder.finish(to: &buffer)
            try file.write(buffer)
            guard fsync(number) == 0 else { throw file.failure("cannot write") }
            isOpen = false
            guard close(number) == 0 else { throw file.failure("cannot write") }
            return (path, encoder.notes)
        } catch {
            if isOpen { close(number) }
            unlink(path)
            throw error
        }
    }

    /// Calls a function with each line of a file, with only a part of the file in memory at a time.
    private static func eachLine(of path: String, _ body: ([UInt8]) throws -> Void) throws {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        let file = Descriptor(number, name: path)
        guard number >= 0 else { throw file.failure("cannot read") }
        defer { close(number) }
        var chunk = [UInt8](repeating: 0, count: bufferSize)
        var line: [UInt8] = []
        while true {
            let count = chunk.withUnsafeMutableBytes { read(number, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw file.failure("cannot read") }
            if count == 0 { return }
            var rest = chunk[..<count]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                line += rest[..<end]
                try body(line)
                line.removeAll(keepingCapacity: true)
                rest = rest[(end + 1)...]
            }
            line += rest
        }
    }
}
