/// Who may write: whoever sends a token that the server knows.
///
/// Source: RFC 6750 ("Bearer Token Usage").
public struct WritePolicy: Sendable {
    /// Characters that a token has at least.
    public static let minimumLength = 16
    private let token: [UInt8]

    /// Makes a policy.
    ///
    /// - Parameter token: a secret, such as `openssl rand -hex 32` prints.
    /// - Returns: `nil` where it is shorter than ``minimumLength``, or has anything but letters, digits and `-._~+/=`.
    public init?(token: String) {
        self.token = Array(token.utf8)
        guard self.token.count >= WritePolicy.minimumLength else { return nil }
        let others = Set("-._~+/=".utf8)
        for byte in self.token {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                continue
            default: guard others.contains(byte) else { return nil }
            }
        }
    }

    /// Checks that a request may write.
    ///
    /// - Throws: a problem (401) where it has no token, or another one.
    func check(_ request: Request) throws(Problem) {
        let parts = (request.header("Authorization") ?? "").split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw .needsToken(isWrong: false) }
        guard isToken(parts[1].drop { $0 == " " }.utf8) else { throw .needsToken(isWrong: true) }
    }

    /// Compares without telling by its time how much was right.
    private func isToken(_ given: some Sequence<UInt8>) -> Bool {
        let given = Array(given)
        guard given.count == token.count else { return false }
        return zip(given, token).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
