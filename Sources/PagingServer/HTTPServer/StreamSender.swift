internal import CMicrohttpd
internal import Foundation

/// A stream on its way to its client. Workers ask it for more, the library's thread sends what there is, and while there is
/// nothing the connection rests.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `lock` is locked. A resting connection is nobody's
/// but ours, until it is resumed.
final class StreamSender: @unchecked Sendable {
    private let table: ConnectionTable
    private let connection: OpaquePointer
    let stream: any ResponseStream
    private let lock = NSLock()
    private var bytes: ArraySlice<UInt8>
    private var isOver = false
    private var hasFailed = false
    private var isResting = false
    /// A worker asks for more.
    private var isAsking = false
    /// There may be more than that worker knows of.
    private var isStale = false

    init(_ table: ConnectionTable, _ connection: OpaquePointer, _ stream: any ResponseStream, first: [UInt8]) {
        (self.table, self.connection, self.stream) = (table, connection, stream)
        bytes = first[...]
        stream.whenReady { [weak self] in self?.wake() }
    }

    /// Copies what there is. Where there is nothing, the connection rests until there is.
    ///
    /// - Returns: how many bytes; what the library wants to hear at the end.
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
        // One that does not rest is asked anyway, as soon as what it told before has gone.
        lock.withLock { if isResting { ask() } }
    }

    /// Has a worker ask for more, or the one that does ask once more.
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
