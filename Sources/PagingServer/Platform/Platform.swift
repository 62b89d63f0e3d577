#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Android)
    internal import Android
#endif

/// The few functions of the operating system that are needed, with the same names on each platform.
enum Platform {
    /// Nanoseconds of a monotonic clock.
    static var monotonicNanoseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Seconds since 1970, by the system's calendar clock.
    static var secondsSince1970: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec)
    }

    /// The ID of this process.
    static var processID: Int32 { getpid() }

    /// The system's message for the last error of this thread.
    static var lastMessage: String { message(errno) }

    /// Shuts down both directions of a socket without closing it, so that a thread waiting on it wakes up.
    static func hangUp(_ socket: Int32) {
        #if canImport(Glibc)
            _ = shutdown(socket, Int32(SHUT_RDWR))
        #else
            _ = shutdown(socket, SHUT_RDWR)
        #endif
    }

    /// `true` if the peer has closed a connection.
    static func hasHungUp(_ socket: Int32) -> Bool {
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
    }

    /// Raises the limit of open files of this process, as far as the system allows.
    ///
    /// - Returns: the limit now.
    static func allowOpenFiles(_ count: Int) -> Int {
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return count }
        let wanted = rlim_t(count)
        if limit.rlim_cur < wanted {
            let before = limit.rlim_cur
            limit.rlim_cur = min(wanted, limit.rlim_max)
            if setrlimit(resource, &limit) != 0 { limit.rlim_cur = before }
        }
        return Int(min(limit.rlim_cur, rlim_t(Int32.max)))
    }

    /// The system's message for an error number.
    static func message(_ number: Int32) -> String {
        strerror(number).map { String(cString: $0) } ?? "error \(number)"
    }
}
