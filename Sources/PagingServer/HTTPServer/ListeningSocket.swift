#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Android)
    internal import Android
#endif

/// A listening socket. It is made here because the library does not report why it failed.
enum ListeningSocket {
    /// Opens a socket.
    ///
    /// - Parameters:
    ///   - host: a name or an address of this machine.
    ///   - port: 0 for any that is free.
    /// - Returns: the socket, and the port it is bound to.
    static func open(host: String, port: Int) throws(HTTPServerError) -> (socket: Int32, port: Int) {
        guard let number = UInt16(exactly: port) else { throw .invalidPort(port) }
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(number), &hints, &found)
        guard code == 0, let address = found else {
            throw .unknownHost(host: host, message: gai_strerror(code).map { String(cString: $0) } ?? "error \(code)")
        }
        defer { freeaddrinfo(found) }

        let info = address.pointee
        let socket = socket(info.ai_family, info.ai_socktype, info.ai_protocol)
        guard socket >= 0 else { throw .system(operation: "make a socket", message: Platform.lastMessage) }
        do throws(HTTPServerError) {
            _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
            // Otherwise the port of a stopped server would stay taken for a minute.
            set(socket, SOL_SOCKET, SO_REUSEADDR)
            if info.ai_family == AF_INET6 { set(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY) }
            guard bind(socket, info.ai_addr, info.ai_addrlen) == 0, listen(socket, ServerLimits.listenBacklog) == 0
            else {
                throw refusal(errno, host: host, port: port)
            }
            return (socket, try boundPort(socket))
        } catch {
            close(socket)
            throw error
        }
    }

    private static func set(_ socket: Int32, _ level: Int32, _ option: Int32) {
        var on: Int32 = 1
        setsockopt(socket, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func boundPort(_ socket: Int32) throws(HTTPServerError) -> Int {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isKnown = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) == 0 }
        }
        guard isKnown else { throw .system(operation: "find out the port", message: Platform.lastMessage) }
        // The port is in the same place in both families.
        return withUnsafeBytes(of: &storage) { bytes in
            Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
        }
    }

    private static func refusal(_ number: Int32, host: String, port: Int) -> HTTPServerError {
        switch number {
        case EADDRINUSE: .addressInUse(host: host, port: port)
        case EADDRNOTAVAIL: .addressNotLocal(host: host)
        case EACCES, EPERM: .notPermitted(port: port)
        default: .system(operation: "listen on \(host) port \(port)", message: Platform.message(number))
        }
    }
}
