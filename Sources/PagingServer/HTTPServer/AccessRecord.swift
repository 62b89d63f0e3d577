/// An answered request, for a log.
public struct AccessRecord: Hashable, Sendable {
    /// The request's method.
    public var method: String
    /// The path and query as the client sent them.
    public var target: String
    /// The answer's status code.
    public var status: Int
    /// The size of the answer's body in bytes.
    public var bytes: Int
    /// The milliseconds from the request's arrival to the end of its answer, including ``HTTPServer/Configuration/delayMilliseconds``.
    public var milliseconds: Double
    /// `true` if the answer was sent in full; `false` if the client closed the connection before.
    public var isComplete: Bool
    /// The request's identifier: its `X-Request-ID`, if a proxy sent one, or else one of the server's. The answer has it, too.
    public var id = ""
    /// The client's address; `nil` for a program of this machine.
    public var client: String?
    /// The list in the request's path; `nil` for none.
    public var list: String?
    /// The number of rows in the answer, or `nil` if it is not an answer with rows.
    public var rows: Int?
    /// The way the rows were found, as in `Server-Timing`: `rank`, `walk`, `cache` ….
    public var found: String?
}

extension AccessRecord {
    /// The list in an address.
    static func list(of target: String) -> String? {
        (try? Route(String(target.prefix { $0 != "?" && $0 != "#" })))?.list
    }

    /// The identifier of a request: that of its header if it is usable, or else the number.
    static func id(_ given: String?, number: UInt64) -> String {
        let isSane = given.map { 1...128 ~= $0.utf8.count && $0.utf8.allSatisfy { 0x21...0x7E ~= $0 } } ?? false
        return isSane ? given ?? "" : String(number, radix: 36)
    }
}
