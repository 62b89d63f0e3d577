internal import CMicrohttpd

/// What the library calls, each on the thread of the connection it is about.
enum Callbacks {
    /// One request from its first line to the end of its answer. Only its connection's thread touches it.
    private final class Exchange {
        let target: String
        let startedAt = Platform.monotonicNanoseconds
        var method = ""
        var hasBegun = false
        var discardedBytes = 0
        var status = 0
        var bytes = 0

        init(target: String) { self.target = target }
    }

    /// The request's first line was read. What is returned comes back as the request's own pointer, until it is completed.
    static let begin:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? = {
            context, target, connection in
            if let context, let connection {
                Unmanaged<Exchanges>.fromOpaque(context).takeUnretainedValue().reading(connection)
            }
            let exchange = Exchange(target: target.map { String(cString: $0) } ?? "")
            return Unmanaged.passRetained(exchange).toOpaque()
        }

    /// Called when the headers are there, for each part of a body, and at the end, when the answer is due.
    static let answer: MHD_AccessHandlerCallback = { context, connection, _, method, _, _, uploadSize, own in
        guard let context, let connection, let uploadSize, let pointer = own?.pointee else { return cmicrohttpd_no }
        let exchanges = Unmanaged<Exchanges>.fromOpaque(context).takeUnretainedValue()
        let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
        if exchange.method.isEmpty {
            exchange.method = method.map { String(cString: $0) } ?? ""
            return cmicrohttpd_yes
        }
        guard uploadSize.pointee == 0 else {
            // No request needs a body. One that is short is read to its end, so that the client comes to read the answer.
            exchange.discardedBytes += uploadSize.pointee
            uploadSize.pointee = 0
            return exchange.discardedBytes > ServerLimits.maximumRequestBodyBytes ? cmicrohttpd_no : cmicrohttpd_yes
        }
        exchange.hasBegun = true
        exchanges.began(connection)
        exchanges.holdBack()
        let request = Request(
            method: exchange.method, target: exchange.target, headers: headers(of: connection))
        var response = exchanges.respond(request)
        if let stream = response.stream, !exchanges.admits(stream, to: connection) { response = exchanges.refusal }
        exchange.status = response.status
        exchange.bytes = response.body.count
        if exchanges.answered(connection) { response.headers.append(("Connection", "close")) }
        if let stream = response.stream {
            let outgoing = Outgoing(exchanges, connection, exchange, stream, first: response.body)
            return queue(outgoing, response, on: connection)
        }
        return queue(response, isHead: exchange.method == "HEAD", on: connection)
    }

    /// The part of a stream that is on its way. Only its connection's thread touches it.
    private final class Outgoing {
        let exchanges: Exchanges
        let connection: OpaquePointer
        let exchange: Exchange
        let stream: any ResponseStream
        var bytes: ArraySlice<UInt8>

        init(
            _ exchanges: Exchanges, _ connection: OpaquePointer, _ exchange: Exchange, _ stream: any ResponseStream,
            first: [UInt8]
        ) {
            (self.exchanges, self.connection, self.exchange, self.stream) = (exchanges, connection, exchange, stream)
            bytes = first[...]
        }
    }

    /// The library has sent what it had, and asks for more. It waits here, on the connection's own thread.
    private static let more: MHD_ContentReaderCallback = { context, _, buffer, size in
        guard let context, let buffer else { return cmicrohttpd_end_of_stream }
        let outgoing = Unmanaged<Outgoing>.fromOpaque(context).takeUnretainedValue()
        if outgoing.bytes.isEmpty {
            outgoing.exchanges.telling(outgoing.connection)
            guard let next = outgoing.stream.next() else { return cmicrohttpd_end_of_stream }
            outgoing.bytes = next[...]
            _ = outgoing.exchanges.answered(outgoing.connection)
        }
        let count = min(size, outgoing.bytes.count)
        outgoing.bytes.prefix(count).withUnsafeBytes { bytes in
            UnsafeMutableRawBufferPointer(start: buffer, count: size).copyMemory(from: bytes)
        }
        outgoing.bytes.removeFirst(count)
        outgoing.exchange.bytes += count
        return count
    }

    private static let release: MHD_ContentReaderFreeCallback = { context in
        guard let context else { return }
        let outgoing = Unmanaged<Outgoing>.fromOpaque(context).takeRetainedValue()
        outgoing.exchanges.dismiss(outgoing.stream)
    }

    private static func queue(_ outgoing: Outgoing, _ response: Response, on connection: OpaquePointer) -> MHD_Result {
        let context = Unmanaged.passRetained(outgoing).toOpaque()
        guard let made = cmicrohttpd_stream_response(more, context, release) else {
            release(context)
            return cmicrohttpd_no
        }
        cmicrohttpd_wait_without_end(connection)
        return queue(made, response, on: connection)
    }

    /// The answer has gone, or the connection has.
    static let complete: MHD_RequestCompletedCallback = { context, connection, own, code in
        guard let context, let connection, let pointer = own?.pointee else { return }
        own?.pointee = nil
        let exchanges = Unmanaged<Exchanges>.fromOpaque(context).takeUnretainedValue()
        let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue()
        guard exchange.hasBegun else { return }
        if let log = exchanges.log {
            log(
                AccessRecord(
                    method: exchange.method, target: exchange.target, status: exchange.status, bytes: exchange.bytes,
                    milliseconds: Double(Platform.monotonicNanoseconds - exchange.startedAt) / 1_000_000,
                    isComplete: cmicrohttpd_is_sent(code) != 0))
        }
        exchanges.ended(connection)
    }

    /// A connection was opened, or is about to be closed.
    static let notify: MHD_NotifyConnectionCallback = { context, connection, _, code in
        guard let context, let connection else { return }
        let exchanges = Unmanaged<Exchanges>.fromOpaque(context).takeUnretainedValue()
        if cmicrohttpd_is_opening(code) != 0 {
            exchanges.opened(connection, socket: cmicrohttpd_socket(connection))
        } else {
            exchanges.closed(connection)
        }
    }

    private final class Headers {
        var fields: [(name: String, value: String)] = []
    }

    private static func headers(of connection: OpaquePointer) -> [(name: String, value: String)] {
        let headers = Headers()
        let collect: MHD_KeyValueIterator = { context, _, name, value in
            guard let context, let name else { return cmicrohttpd_yes }
            Unmanaged<Headers>.fromOpaque(context).takeUnretainedValue().fields.append(
                (String(cString: name), value.map { String(cString: $0) } ?? ""))
            return cmicrohttpd_yes
        }
        cmicrohttpd_each_header(connection, collect, Unmanaged.passUnretained(headers).toOpaque())
        return headers.fields
    }

    private static func queue(_ response: Response, isHead: Bool, on connection: OpaquePointer) -> MHD_Result {
        let made =
            isHead && response.contentLength > 0
            ? cmicrohttpd_head_response(UInt64(response.contentLength))
            : response.body.withUnsafeBytes { cmicrohttpd_response($0.baseAddress, $0.count) }
        guard let made else { return cmicrohttpd_no }
        return queue(made, response, on: connection)
    }

    private static func queue(_ made: OpaquePointer, _ response: Response, on connection: OpaquePointer) -> MHD_Result {
        defer { MHD_destroy_response(made) }
        for header in response.headers { MHD_add_response_header(made, header.name, header.value) }
        return MHD_queue_response(connection, UInt32(response.status), made)
    }
}
