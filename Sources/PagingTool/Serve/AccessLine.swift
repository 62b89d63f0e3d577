internal import PagingServer

/// A request as the server logs it.
enum AccessLine {
    /// Characters of an address that are shown; what is longer is cut.
    private static let longestTarget = 400

    /// `200  GET /lists/unicode?offset=50  2.1 KiB  0.8 ms`.
    static func text(for record: AccessRecord) -> String {
        // What a client sends may hold anything; a log is read on terminals.
        var target = String(
            String.UnicodeScalarView(
                record.target.unicodeScalars.prefix(longestTarget).map { (0x20..<0x7F).contains($0.value) ? $0 : "?" }))
        if record.target.unicodeScalars.count > longestTarget { target += "…" }
        let end = record.isComplete ? "" : "  (the client went away)"
        return "\(record.status)  \(record.method) \(target)  \(Format.bytes(record.bytes))  "
            + "\(Format.tenths(record.milliseconds)) ms\(end)"
    }
}
