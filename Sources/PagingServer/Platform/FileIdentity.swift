#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Android)
    internal import Android
#endif

/// The identity and state of the file at a path. Two equal values mean the same file without writes in between.
struct FileIdentity: Hashable {
    var device: UInt64
    var node: UInt64
    var size: Int64
    var seconds: Int64
    var nanoseconds: Int64

    /// Reads a path's status. It returns `nil` if there is no file, or it may not be read.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        node = UInt64(truncatingIfNeeded: status.st_ino)
        size = Int64(status.st_size)
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        seconds = Int64(time.tv_sec)
        nanoseconds = Int64(time.tv_nsec)
    }

    /// `true` if both are the same file, even if it was written to in between.
    func isSameFile(as other: FileIdentity) -> Bool {
        device == other.device && node == other.node
    }

    /// `true` if a path is a directory.
    static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// `true` if this process may read the file at a path.
    static func isReadable(_ path: String) -> Bool {
        access(path, R_OK) == 0
    }
}
