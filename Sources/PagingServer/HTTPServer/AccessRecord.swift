/// One request that was answered, for a log.
public struct AccessRecord: Hashable, Sendable {
    /// The request's method.
    public var method: String
    /// Path and query as they were sent.
    public var target: String
    /// The answer's status code.
    public var status: Int
    /// Bytes of the answer's body.
    public var bytes: Int
    /// Milliseconds from the request's arrival to the end of its answer, a delay that was asked for included.
    public var milliseconds: Double
    /// `true` if the answer was sent in full; `false` where the client went away.
    public var isComplete: Bool
    /// A name of the request: that of `X-Request-ID` where a proxy gave it one, else one of the server's. The answer has it too.
    public var id = ""
    /// The client's address; `nil` for a program of this machine.
    public var client: String?
    /// The list that was asked about; `nil` for none.
    public var list: String?
    /// How many rows the answer has, or `nil` if that is not a number of rows.
    public var rows: Int?
    /// How the rows were found, as `Server-Timing` names it: `rank`, `walk`, `cache` ….
    public var found: String?
}

extension AccessRecord {
    /// The list that an address is about.
    static func list(of target: String) -> String? {
        (try? Route(String(target.prefix { $0 != "?" && $0 != "#" })))?.list
    }

    /// The name of a request, from its header or a number.
    static func id(_ given: String?, number: UInt64) -> String {
        let isSane = given.map { 1...128 ~= $0.utf8.count && $0.utf8.allSatisfy { 0x21...0x7E ~= $0 } } ?? false
        return isSane ? given ?? "" : String(number, radix: 36)
    }
}
