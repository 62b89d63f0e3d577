import PagingServer
import PagingTesting

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A connection that says exactly what it is told to, right or wrong.
///
/// Reads give up after half a minute, so that a server that hangs fails a test instead of stopping the run.
final class RawClient {
    struct Answer {
        var status: Int
        var headers: [String: String]
        var body: [UInt8]
    }

    private var socket: Int32
    private var buffer: [UInt8] = []

    /// Connects.
    ///
    /// - Parameter source: the address to connect from, in the machine's byte order; any of 127.0.0.0/8 is this machine's.
    init(port: Int, from source: UInt32? = nil) throws {
        #if canImport(Glibc)
            socket = Self.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            socket = Self.socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        if let source {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = source.bigEndian
            let code = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard code == 0 else { throw Failure("cannot bind: \(errno)") }
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw Failure("cannot connect: \(errno)") }
    }

    deinit { hangUp() }

    struct Failure: Error, CustomStringConvertible {
        var description: String
        init(_ description: String) { self.description = description }
    }

    func hangUp() {
        if socket >= 0 { close(socket) }
        socket = -1
    }

    /// Sends bytes; `false` where the server has hung up.
    @discardableResult
    func send(_ bytes: some Sequence<UInt8>) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    func get(_ target: String, method: String = "GET", headers: [String: String] = [:]) throws -> Answer {
        let lines = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        send("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(lines)\r\n")
        return try answer(hasBody: method != "HEAD")
    }

    /// Reads one answer.
    func answer(hasBody: Bool = true) throws -> Answer {
        var end: Range<Int>?
        while end == nil {
            end = buffer.firstRange(of: Array("\r\n\r\n".utf8))
            if end == nil, !readMore() { throw Failure("the connection ended in the headers") }
        }
        guard let end else { throw Failure("unreachable") }
        let lines = String(decoding: buffer[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        buffer.removeSubrange(..<end.upperBound)
        let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            headers[line[..<colon].lowercased()] = String(line[colon...].dropFirst(2))
        }
        let length = hasBody && status != 304 && status != 204 ? Int(headers["content-length"] ?? "0") ?? 0 : 0
        while buffer.count < length {
            guard readMore() else { throw Failure("the connection ended in the body") }
        }
        let body = Array(buffer[..<length])
        buffer.removeSubrange(..<length)
        return Answer(status: status, headers: headers, body: body)
    }

    /// Reads until the server has said what is waited for, or nothing for half a minute.
    @discardableResult
    func text(until isThere: (String) -> Bool) throws -> String {
        let end = ContinuousClock.now + WaitLimit.standard
        var text = ""
        while !isThere(text) {
            guard ContinuousClock.now < end else { throw Failure("waited for more than: \(text)") }
            text += String(decoding: try receive(), as: UTF8.self)
        }
        return text
    }

    /// Reads until the server hangs up.
    ///
    /// - Returns: whether it did, before our own patience was at an end.
    func waitForEnd() -> Bool {
        while readMore() {}
        return lastRead == 0 || errno == ECONNRESET
    }

    private var lastRead = 0

    /// The next bytes, as they arrive.
    func receive() throws -> [UInt8] {
        guard !buffer.isEmpty || readMore() else { throw Failure("the connection ended") }
        defer { buffer = [] }
        return buffer
    }

    private func readMore() -> Bool {
        var part = [UInt8](repeating: 0, count: 1 << 16)
        lastRead = part.withUnsafeMutableBytes { read(socket, $0.baseAddress, $0.count) }
        guard lastRead > 0 else { return false }
        buffer += part[..<lastRead]
        return true
    }

    private static func socket(_ family: Int32, _ type: Int32, _ number: Int32) -> Int32 {
        #if canImport(Darwin)
            Darwin.socket(family, type, number)
        #elseif canImport(Glibc)
            Glibc.socket(family, type, number)
        #else
            Musl.socket(family, type, number)
        #endif
    }
}
