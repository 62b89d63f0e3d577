internal import PagingTesting
internal import Foundation

/// The output of a server, kept in a file and read line by line, so that it tells when the server is ready.
///
/// Proof of `Sendable`: everything mutable is read and written only while `condition` is locked.
final class ServerLog: @unchecked Sendable {
    private let condition = NSCondition()
    private var text = ""
    private var hasEnded = false
    /// Takes the output of the server's programs.
    let pipe = Pipe()

    /// - Parameter file: a copy, to be looked at where something fails.
    init(copy file: URL) {
        _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        let copy = try? FileHandle(forWritingTo: file)
        let reading = pipe.fileHandleForReading
        Thread.detachNewThread { [self] in
            while case let data = reading.availableData, !data.isEmpty {
                try? copy?.write(contentsOf: data)
                condition.withLock {
                    text += String(decoding: data, as: UTF8.self)
                    condition.broadcast()
                }
            }
            condition.withLock {
                hasEnded = true
                condition.broadcast()
            }
        }
    }

    /// Waits until the server has said something; it has ended where it never will.
    ///
    /// On the caller's thread: clusters are made where nothing can be awaited.
    func wait(for message: String, within limit: Duration = WaitLimit.standard) throws {
        let end = Date(timeIntervalSinceNow: limit / .seconds(1))
        try condition.withLock {
            while !text.contains(message) {
                guard !hasEnded, condition.wait(until: end) else {
                    throw PostgresCluster.StartFailure(log: "waited for '\(message)' in:\n\(text)")
                }
            }
            // Nothing else is waited for.
            text = ""
        }
    }
}
