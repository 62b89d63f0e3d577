#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Android)
    internal import Android
#endif

/// Atomic replacement of a file by one written beside it.
enum FileReplacement {
    /// `true` if a file can be created at a path. Otherwise `errno` has the reason. It leaves an empty file.
    static func canCreate(_ path: String) -> Bool {
        let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
        guard file >= 0 else { return false }
        close(file)
        return true
    }

    /// Renames a file over another. The file's content is on disk before its name is.
    static func replace(_ path: String, with written: String) throws(SampleDatabase.Failure) {
        let file = open(written, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .cannotWrite(path: written, message: Platform.lastMessage) }
        let isSynced = fsync(file) == 0
        let message = Platform.lastMessage
        close(file)
        guard isSynced else { throw .cannotWrite(path: written, message: message) }
        guard rename(written, path) == 0 else { throw .cannotWrite(path: path, message: Platform.lastMessage) }
    }

    /// Removes a file if it exists.
    static func remove(_ path: String) throws(SampleDatabase.Failure) {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw .cannotWrite(path: path, message: Platform.lastMessage)
        }
    }
}
