internal import CMicrohttpd

/// The functions that the library calls, on the one thread that sends and receives.
enum Callbacks {
    /// One request from its first line to the end of its answer.
    ///
    /// `@unchecked Sendable`: while its connection is suspended, only the worker that answers uses it; otherwise only the library's thread does.
    private final class Exchange: @unchecked Sendable {
        let target: String
        /// The client, or `nil` for a program of this machine.
        var client: String?
        var id = ""
        var rows: Int?
        var found: String?
        let startedAt = Platform.monotonicNanoseconds
        var method = ""
        var version = ""
        /// The key of its prepared answer, or `nil` if it can have none.
        var key: [UInt8]?
        /// The prepared answer, if one was found.
        var known: PreparedAnswer?
        /// The request without its body, once its headers were read.
        var request: Request?
        /// The list in the request's path.
        lazy var list = AccessRecord.list(of: target)
        /// `true` once it was counted for its client's rate.
        var isCounted = false
        var turn = Turn.headers
        var body: [UInt8] = []
        /// The number of bytes of the body received so far. Bytes beyond the limit are not kept.
        var bodyBytes = 0
        var response: Response?
        var status = 0
        var bytes = 0

        /// The subject of the library's next call.
        enum Turn {
            case headers, body
            /// The answer is ready or being made.
            case answer
        }

        init(target: String) { self.target = target }
    }

    /// Called once the first line of a request is read. The library passes the returned pointer to all later calls about the request.
    static let begin:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? = {
            context, target, connection in
            if let context, let connection {
                Unmanaged<ConnectionTable>.fromOpaque(context).takeUnretainedValue().reading(connection)
            }
            let exchange = Exchange(target: target.map { String(cString: $0) } ?? "")
            return Unmanaged.passRetained(exchange).toOpaque()
        }

    /// Called when the headers have arrived, for each part of a body, at its end, and once more when the answer is ready.
    static let answer: MHD_AccessHandlerCallback = { context, connection, _, method, version, data, uploadSize, own in
        guard let context, let connection, let uploadSize, let pointer = own?.pointee else { return cmicrohttpd_no }
        let table = Unmanaged<ConnectionTable>.fromOpaque(context).takeUnretainedValue()
        let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
        if exchange.turn == .headers {
            exchange.turn = .body
            exchange.method = method.map { String(cString: $0) } ?? ""
            exchange.version = version.map { String(cString: $0) } ?? ""
            if table.atOnce != nil, exchange.method == "GET" { find(exchange, table, connection) }
            return exchange.known == nil ? check(exchange, table, connection) : cmicrohttpd_yes
        }
        guard uploadSize.pointee == 0 else {
            // A body slightly over the limit is read to its end, since the client reads the answer only then.
            let part = UnsafeRawBufferPointer(start: data, count: uploadSize.pointee)
            uploadSize.pointee = 0
            exchange.bodyBytes += part.count
            if exchange.bodyBytes <= ServerLimits.maximumRequestBodyBytes { exchange.body += part }
            return exchange.bodyBytes > ServerLimits.maximumReadBodyBytes ? cmicrohttpd_no : cmicrohttpd_yes
        }
        if exchange.turn == .answer { return send(exchange, table, connection) }
        if let known = exchange.known, !known.validity.waits, !known.validity.holdsAtOnce() {
            forget(exchange, connection)
            guard check(exchange, table, connection) == cmicrohttpd_yes else { return cmicrohttpd_no }
            if exchange.turn == .answer { return cmicrohttpd_yes }
        }
        exchange.turn = .answer
        table.began(connection)
        if let known = exchange.known, !known.validity.waits { return send(exchange, table, connection) }
        return make(exchange, table, connection)
    }

    /// Looks up the prepared answer to the same request.
    private static func find(_ exchange: Exchange, _ table: ConnectionTable, _ connection: OpaquePointer) {
        withKey(of: exchange, connection) { key, id in
            guard let known = table.prepared.answer(key) else { return exchange.key = Array(key) }
            exchange.id = AccessRecord.id(id.map { String(cString: $0) }, number: exchange.startedAt)
            exchange.client = table.client(of: connection) { address(of: connection) }
            // A request beyond the rate is refused later, once all of it is read.
            guard table.refusal(of: exchange.client) == nil else { return }
            (exchange.known, exchange.isCounted) = (known, true)
        }
    }

    /// Forgets an outdated answer.
    private static func forget(_ exchange: Exchange, _ connection: OpaquePointer) {
        exchange.known = nil
        withKey(of: exchange, connection) { key, _ in exchange.key = Array(key) }
    }

    /// Returns the key of a request's prepared answer, if it can have one, and its `X-Request-ID`.
    private static func withKey(
        of exchange: Exchange, _ connection: OpaquePointer,
        _ body: (UnsafeRawBufferPointer, UnsafePointer<CChar>?) -> Void
    ) {
        withUnsafeTemporaryAllocation(byteCount: ServerLimits.preparedRequestBytes, alignment: 1) { room in
            var key = cmicrohttpd_key()
            key.bytes = room.baseAddress?.assumingMemoryBound(to: CChar.self)
            key.size = room.count
            exchange.target.withCString { target in
                exchange.version.withCString { cmicrohttpd_write_key(&key, connection, $0, target) }
            }
            guard key.has_none == 0 else { return }
            body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[..<key.used]), key.id)
        }
    }

    /// Refuses requests that need no look at their body.
    private static func check(
        _ exchange: Exchange, _ table: ConnectionTable, _ connection: OpaquePointer
    ) -> MHD_Result {
        let request = Request(method: exchange.method, target: exchange.target, headers: headers(of: connection))
        exchange.request = request
        exchange.id = AccessRecord.id(request.header("X-Request-ID"), number: exchange.startedAt)
        exchange.client = table.client(of: request, address: address(of: connection))
        var refusal = RequestFraming.problem(request, version: exchange.version)?.response
        if refusal == nil, !exchange.isCounted { refusal = table.refusal(of: exchange.client) }
        if refusal == nil, RequestFraming.isLong(request) { refusal = table.early?(request) }
        guard var refusal else { return cmicrohttpd_yes }
        exchange.turn = .answer
        table.began(connection)
        refusal.headers.append(("Connection", "close"))
        exchange.response = refusal
        return send(exchange, table, connection)
    }

    /// Makes the answer: at once, or by a worker while the connection is suspended.
    private static func make(
        _ exchange: Exchange, _ table: ConnectionTable, _ connection: OpaquePointer
    ) -> MHD_Result {
        let isTooLong = exchange.bodyBytes > exchange.body.count
        let known = exchange.known
        if known == nil, !isTooLong, let request = exchange.request { exchange.response = table.atOnce?(request) }
        if exchange.response != nil { return send(exchange, table, connection) }
        let resting = Resting(connection: connection)
        let client = WaitingClient(name: exchange.client)
        table.waits(client, on: connection)
        MHD_suspend_connection(connection)
        @Sendable func answer(_ make: () -> Response?) {
            exchange.response = make()
            table.waitsNoLonger(on: resting.connection)
            MHD_resume_connection(resting.connection)
        }
        let task = WorkerPool.Task(
            {
                answer {
                    if isTooLong { return Problem.bodyTooLong.response }
                    var request =
                        exchange.request
                        ?? Request(
                            method: exchange.method, target: exchange.target, headers: headers(of: resting.connection))
                    (request.body, request.client, request.id) = (exchange.body, client, exchange.id)
                    return table.respond(request)
                }
            },
            lane: known.map(\.list) ?? exchange.list, client: exchange.client ?? "",
            otherwise: { answer { Problem.listIsBusy.response } })
        guard let known else {
            table.answer(task)
            return cmicrohttpd_yes
        }
        table.checks.check(known.validity) { holds in
            if holds { return answer { nil } }
            forget(exchange, resting.connection)
            table.answer(task)
        }
        return cmicrohttpd_yes
    }

    private static func send(_ exchange: Exchange, _ table: ConnectionTable, _ connection: OpaquePointer) -> MHD_Result
    {
        if let known = exchange.known, exchange.response == nil { return send(known, exchange, table, connection) }
        var response = exchange.response ?? Response(status: 500)
        exchange.response = nil
        if let stream = response.stream,
            let refusal = table.refusal(of: stream, to: connection, client: exchange.client)
        {
            response = refusal
        }
        (exchange.status, exchange.rows, exchange.found) = (response.status, response.rows, response.found)
        if let key = exchange.key, let prepared = PreparedAnswer(response, list: exchange.list) {
            table.prepared.keep(prepared, for: key)
        }
        response.headers.append(("X-Request-ID", exchange.id))
        exchange.bytes = response.body.count
        if table.answered(connection) { response.headers.append(("Connection", "close")) }
        if let stream = response.stream {
            let sending = Sending(
                exchange, StreamSender(table, connection, stream, first: response.body), table)
            return queue(sending, response, on: connection)
        }
        return queue(response, isHead: exchange.method == "HEAD", on: connection)
    }

    /// Sends a prepared answer.
    private static func send(
        _ known: PreparedAnswer, _ exchange: Exchange, _ table: ConnectionTable, _ connection: OpaquePointer
    ) -> MHD_Result {
        (exchange.status, exchange.rows, exchange.found) = (known.status, known.rows, known.found)
        exchange.bytes = known.body.count
        let context = Unmanaged.passRetained(known).toOpaque()
        guard let made = cmicrohttpd_kept_response(known.body.baseAddress, known.body.count, releaseKnown, context)
        else {
            releaseKnown(context)
            return cmicrohttpd_no
        }
        defer { MHD_destroy_response(made) }
        known.forEachField { MHD_add_response_header(made, $0, $1) }
        MHD_add_response_header(made, "X-Request-ID", exchange.id)
        if table.answered(connection) { MHD_add_response_header(made, "Connection", "close") }
        return MHD_queue_response(connection, UInt32(known.status), made)
    }

    private static let releaseKnown: MHD_ContentReaderFreeCallback = { context in
        guard let context else { return }
        Unmanaged<PreparedAnswer>.fromOpaque(context).release()
    }

    /// A suspended connection, to be resumed by the code that answers.
    ///
    /// `@unchecked Sendable`: the library lets a connection be resumed from any thread.
    private struct Resting: @unchecked Sendable {
        let connection: OpaquePointer
    }

    /// A stream and the request that it answers.
    private final class Sending {
        let exchange: Exchange
        let sender: StreamSender
        let table: ConnectionTable

        init(_ exchange: Exchange, _ sender: StreamSender, _ table: ConnectionTable) {
            (self.exchange, self.sender, self.table) = (exchange, sender, table)
        }
    }

    /// Called when the library has sent its bytes and wants more.
    private static let more: MHD_ContentReaderCallback = { context, _, buffer, size in
        guard let context, let buffer else { return cmicrohttpd_end_of_stream }
        let sending = Unmanaged<Sending>.fromOpaque(context).takeUnretainedValue()
        let count = sending.sender.send(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
        sending.exchange.bytes += max(0, count)
        return count
    }

    private static let release: MHD_ContentReaderFreeCallback = { context in
        guard let context else { return }
        let sending = Unmanaged<Sending>.fromOpaque(context).takeRetainedValue()
        sending.table.dismiss(sending.sender.stream)
    }

    private static func queue(_ sending: Sending, _ response: Response, on connection: OpaquePointer) -> MHD_Result {
        let context = Unmanaged.passRetained(sending).toOpaque()
        guard
            let made = cmicrohttpd_stream_response(
                response.contentLength.map(UInt64.init) ?? cmicrohttpd_unknown_length, more, context, release)
        else {
            release(context)
            return cmicrohttpd_no
        }
        cmicrohttpd_wait_without_end(connection)
        return queue(made, response, on: connection)
    }

    /// Called when the answer is sent, or the connection is closed.
    static let complete: MHD_RequestCompletedCallback = { context, connection, own, code in
        guard let context, let connection, let pointer = own?.pointee else { return }
        own?.pointee = nil
        let table = Unmanaged<ConnectionTable>.fromOpaque(context).takeUnretainedValue()
        let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue()
        guard exchange.turn == .answer else { return }
        if let log = table.log {
            log(
                AccessRecord(
                    method: exchange.method, target: exchange.target, status: exchange.status, bytes: exchange.bytes,
                    milliseconds: Double(Platform.monotonicNanoseconds - exchange.startedAt) / 1_000_000,
                    isComplete: cmicrohttpd_is_sent(code) != 0, id: exchange.id, client: exchange.client,
                    list: exchange.known?.list ?? exchange.list, rows: exchange.rows,
                    found: exchange.found))
        }
        table.ended(connection)
    }

    /// Called when a connection was opened, and before it is closed.
    static let notify: MHD_NotifyConnectionCallback = { context, connection, _, code in
        guard let context, let connection else { return }
        let table = Unmanaged<ConnectionTable>.fromOpaque(context).takeUnretainedValue()
        if cmicrohttpd_is_opening(code) != 0 {
            table.opened(connection, socket: cmicrohttpd_socket(connection))
        } else {
            table.closed(connection)
        }
    }

    /// The client's numeric address, or an empty text if it is unknown.
    private static func address(of connection: OpaquePointer) -> String {
        var text = [CChar](repeating: 0, count: 64)
        guard cmicrohttpd_address(connection, &text, text.count) != 0 else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
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
            isHead && response.contentLength != 0
            ? cmicrohttpd_head_response(response.contentLength.map(UInt64.init) ?? cmicrohttpd_unknown_length)
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
