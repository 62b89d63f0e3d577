internal import CMicrohttpd
internal import Foundation

/// Sends a stream to its client. Workers ask the stream for more bytes, the library's thread sends them, and the connection
/// is suspended while there are none.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `lock` is locked. The library leaves a suspended
/// connection alone until it is resumed.
final class StreamSender: @unchecked Sendable {
    private let table: ConnectionTable
    private let connection: OpaquePointer
    let stream: any ResponseStream
    private let lock = NSLock()
    private var bytes: ArraySlice<UInt8>
    private var isOver = false
    private var hasFailed = false
    private var isResting = false
    /// `true` while a worker asks the stream for more.
    private var isAsking = false
    /// `true` if the stream may have more than that worker has seen.
    private var isStale = false

    init(_ table: ConnectionTable, _ connection: OpaquePointer, _ stream: any ResponseStream, first: [UInt8]) {
        (self.table, self.connection, self.stream) = (table, connection, stream)
        bytes = first[...]
        stream.whenReady { [weak self] in self?.wake() }
    }

    /// Copies the next bytes. If there are none, suspends the connection until there are.
    ///
    /// - Returns: the number of bytes, or the library's code for the end of a stream.
    func send(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        lock.withLock {
            if bytes.isEmpty {
                guard !isOver else { return hasFailed ? cmicrohttpd_broken_stream : cmicrohttpd_end_of_stream }
                table.telling(connection)
                isResting = true
                MHD_suspend_connection(connection)
                ask()
                return 0
            }
            let count = min(buffer.count, bytes.count)
            bytes.prefix(count).withUnsafeBytes {
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count]))
            }
            bytes.removeFirst(count)
            return count
        }
    }

    private func wake() {
        // A connection that is not suspended asks anyway, once the bytes before are sent.
        lock.withLock { if isResting { ask() } }
    }

    /// Has a worker ask for more, or makes the worker that asks ask once more.
    private func ask() {
        guard !isAsking else { return isStale = true }
        isAsking = true
        table.streamPool.add { self.fill() }
    }

    private func fill() {
        while true {
            lock.withLock { isStale = false }
            let part = stream.next()
            let isDone = lock.withLock {
                switch part {
                case .bytes(let next): bytes = next[...]
                case .end: isOver = true
                case .failed: (isOver, hasFailed) = (true, true)
                case .nothing: if isStale { return false }
                }
                isAsking = false
                guard part != .nothing, isResting else { return true }
                isResting = false
                _ = table.answered(connection)
                MHD_resume_connection(connection)
                return true
            }
            if isDone { return }
        }
    }
}
