import Foundation
import PagingTesting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A server on 127.0.0.1 that writes exactly the bytes it is told to: what no proper server would send.
///
/// It takes any number of connections, one request on each, and stops when it is released.
final class LoopbackServer: Sendable {
    /// The handling of a request.
    enum Reaction: Sendable {
        /// Write these bytes and close.
        case write(String)
        /// Write these bytes and wait until the other side closes.
        case hold(String)
        /// Write these bytes, and then a space every few milliseconds until the other side closes.
        case dribble(String)
    }

    let port: UInt16
    /// One value whenever the other side closed a connection that was held.
    let closed: AsyncStream<Void>
    private let descriptor: Int32

    init(_ react: @escaping @Sendable (_ request: String) -> Reaction) throws {
        #if canImport(Glibc) || canImport(Musl)
            signal(SIGPIPE, SIG_IGN)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            signal(SIGPIPE, SIG_IGN)
            let stream = SOCK_STREAM
        #endif
        let listening = socket(AF_INET, stream, 0)
        guard listening >= 0 else { throw POSIXError(.ENOTSOCK) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listening, pointer, length) == 0 && listen(listening, 64) == 0
                    && getsockname(listening, pointer, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRINUSE) }
        descriptor = listening
        port = UInt16(bigEndian: address.sin_port)
        let (closed, report) = AsyncStream.makeStream(of: Void.self)
        self.closed = closed
        Thread.detachNewThread {
            while true {
                let connection = accept(listening, nil, nil)
                if connection >= 0 {
                    Thread.detachNewThread { LoopbackServer.serve(connection, react, report) }
                } else if errno != EINTR, errno != EMFILE, errno != ENFILE {
                    break
                } else {
                    // Other tests have all descriptors for now.
                    holdThread(for: .milliseconds(1))
                }
            }
            // Here and not where it is released: the number may not be another socket's before the last look at this one.
            close(listening)
            report.finish()
        }
    }

    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

    func url(_ target: String = "/") -> URL { URL(string: "http://127.0.0.1:\(port)\(target)")! }

    private static func serve(
        _ connection: Int32, _ react: (String) -> Reaction, _ report: AsyncStream<Void>.Continuation
    ) {
        defer { close(connection) }
        var request = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !request.contains("\r\n\r\n") {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            request += String(decoding: buffer[..<count], as: UTF8.self)
        }
        switch react(request) {
        case .write(let text): _ = write(text, to: connection)
        case .hold(let text):
            _ = write(text, to: connection)
            while recv(connection, &buffer, buffer.count, 0) > 0 {}
            report.yield()
        case .dribble(let text):
            var isOpen = write(text, to: connection)
            while isOpen {
                holdThread(for: .milliseconds(5))
                isOpen = write(" ", to: connection)
            }
            report.yield()
        }
    }

    private static func write(_ text: String, to connection: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

/// An answer's bytes, with its length.
func http(_ body: String, status: String = "200 OK", headers: String = "Content-Type: application/json\r\n") -> String {
    "HTTP/1.1 \(status)\r\n\(headers)Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
}
