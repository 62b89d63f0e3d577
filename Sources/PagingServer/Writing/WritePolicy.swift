/// The rule for writes: a request needs a token that the server knows.
///
/// ```swift
/// let policy = WritePolicy(text: "alice 5f2c0b…\nbob 91d4e7…")
/// ```
///
/// Source: RFC 6750 ("Bearer Token Usage").
public struct WritePolicy: Sendable {
    /// The fewest characters of a token.
    public static let minimumLength = 16
    private let tokens: [(subject: String, token: [UInt8])]

    /// Makes a policy with one token, whose subject is `token`.
    ///
    /// - Parameter token: a secret, such as the output of `openssl rand -hex 32`.
    /// - Returns: `nil` if it is shorter than ``minimumLength``, or has characters other than letters, digits and `-._~+/=`.
    public init?(token: String) {
        guard WritePolicy.isSound(token) else { return nil }
        tokens = [("token", Array(token.utf8))]
    }

    /// Reads tokens from a file's text: one per line, after the name of its holder. Lines with `#` are comments.
    ///
    /// - Parameter text: lines such as `alice 5f2c0b…`. A line without a name has the subject `token`, a second one `token 2`.
    /// - Returns: `nil` if a line is not a token, or there is none.
    public init?(text: String) {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.split { $0 == " " || $0 == "\t" } }
            .filter { $0.first.map { !$0.hasPrefix("#") } ?? false }
        var tokens: [(subject: String, token: [UInt8])] = []
        for words in lines {
            guard words.count <= 2, let token = words.last, WritePolicy.isSound(String(token)) else { return nil }
            let unnamed = tokens.isEmpty ? "token" : "token \(tokens.count + 1)"
            tokens.append((words.count == 2 ? String(words[0].prefix(64)) : unnamed, Array(token.utf8)))
        }
        guard !tokens.isEmpty else { return nil }
        self.tokens = tokens
    }

    private static func isSound(_ token: String) -> Bool {
        let others = Set("-._~+/=".utf8)
        return token.utf8.count >= minimumLength
            && token.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: others.contains(byte)
                }
            }
    }

    /// Checks that a request may write.
    ///
    /// - Throws: a problem (401) if it has no token, or an unknown one.
    func check(_ request: Request) throws(Problem) {
        guard let given = WritePolicy.token(of: request) else { throw .needsToken(isWrong: false) }
        guard subject(of: given) != nil else { throw .needsToken(isWrong: true) }
    }

    /// The subject of a request's token, or `nil` if it has no known token.
    func subject(of request: Request) -> String? { WritePolicy.token(of: request).flatMap(subject) }

    private static func token(of request: Request) -> [UInt8]? {
        let parts = (request.header("Authorization") ?? "").split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return Array(parts[1].drop { $0 == " " }.utf8)
    }

    /// Compares in constant time, so that the duration does not reveal how much is correct.
    private func subject(of given: [UInt8]) -> String? {
        var found: String?
        for (subject, token) in tokens
        where given.count == token.count && zip(given, token).reduce(0, { $0 | ($1.0 ^ $1.1) }) == 0 {
            found = found ?? subject
        }
        return found
    }
}
