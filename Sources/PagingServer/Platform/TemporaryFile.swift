#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Android)
    internal import Android
#endif
internal import Foundation

/// An unnamed file, which the system deletes when it is closed, however the process ends.
final class TemporaryFile {
    private let descriptor: Int32

    /// The error if a file cannot be created, written or read. The message is the system's.
    struct Failure: Error {
        let message: String
    }

    init() throws(Failure) {
        var template = Array((NSTemporaryDirectory() + "/paging-XXXXXX").utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Failure(message: Platform.lastMessage) }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit { close(descriptor) }

    /// Writes bytes at a position.
    func write(_ bytes: [UInt8], at place: Int) throws(Failure) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress! + done, $0.count - done, off_t(place + done))
            }
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                throw Failure(message: Platform.lastMessage)
            }
            done += count
        }
    }

    /// Reads bytes at a position. They must have been written.
    func read(_ count: Int, at place: Int) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let part = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress! + done, count - done, off_t(place + done))
            }
            guard part > 0 else {
                if part < 0, errno == EINTR { continue }
                throw Failure(message: part == 0 ? "it is shorter than it was" : Platform.lastMessage)
            }
            done += part
        }
        return bytes
    }
}
