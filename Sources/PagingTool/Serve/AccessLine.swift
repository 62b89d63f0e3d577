internal import Foundation
internal import PagingServer
internal import PagingWire

/// A request as a line of the server's log.
enum AccessLine {
    /// The most characters of an address in the log. Longer ones are truncated.
    private static let longestTarget = 400
    /// The most characters of a method in the log.
    private static let longestMethod = 20

    /// `200  GET /lists/unicode?offset=50  2.1 KiB  0.8 ms`.
    static func text(for record: AccessRecord) -> String {
        let (method, target) = (shown(record.method, longestMethod), shown(record.target, longestTarget))
        let end = record.isComplete ? "" : "  (the client went away)"
        return "\(record.status)  \(method) \(target)  \(Format.bytes(record.bytes))  "
            + "\(Format.tenths(record.milliseconds)) ms\(end)"
    }

    /// Makes text from a client safe to show on a terminal.
    private static func shown(_ text: String, _ most: Int) -> String {
        let scalars = text.unicodeScalars.prefix(most).map { (0x20..<0x7F).contains($0.value) ? $0 : "?" }
        return String(String.UnicodeScalarView(scalars)) + (text.unicodeScalars.count > most ? "…" : "")
    }

    /// The request as one line of JSON, with details that explain slow requests.
    ///
    /// - Parameter time: the time at which the answer was sent, in RFC 3339 format.
    static func json(for record: AccessRecord, time: String) -> String {
        var members: [(String, JSONValue)] = [
            ("time", .string(time)), ("id", .string(record.id)),
            ("method", .string(String(record.method.prefix(longestMethod)))),
            ("target", .string(String(record.target.prefix(longestTarget)))),
            ("status", .integer(Int64(record.status))),
            ("milliseconds", .double((record.milliseconds * 1000).rounded() / 1000)),
            ("bytes", .integer(Int64(record.bytes))),
        ]
        if let client = record.client { members.append(("client", .string(client))) }
        if let list = record.list { members.append(("list", .string(list))) }
        if let rows = record.rows { members.append(("rows", .integer(Int64(rows)))) }
        if let found = record.found { members.append(("found", .string(found))) }
        if !record.isComplete { members.append(("aborted", .bool(true))) }
        // This order is easier to read than the alphabetical one.
        return "{" + members.map { JSONValue.string($0).json + ":" + $1.json }.joined(separator: ",") + "}"
    }

    /// The database's message, as one line of JSON.
    ///
    /// - Parameter request: the name of the request that caused it, or an empty text.
    static func json(error text: String, request: String, time: String) -> String {
        let members = [("time", time), ("id", request), ("error", text)].filter { $0.0 != "id" || !$0.1.isEmpty }
        return "{"
            + members.map { JSONValue.string($0).json + ":" + JSONValue.string($1).json }.joined(separator: ",") + "}"
    }

    /// The database's message as text.
    static func text(error text: String, request: String) -> String {
        request.isEmpty ? "paging: \(text)" : "paging: \(text) (request \(request))"
    }

    /// The current time in RFC 3339 format.
    static var now: String { Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
}
