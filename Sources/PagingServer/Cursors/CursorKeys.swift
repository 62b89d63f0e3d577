internal import CCrypto

/// The secret keys that sign cursors.
///
/// All processes of a server share them. To replace one, put the new one first, and keep the old one until its cursors have expired. The first
/// key signs, and all keys verify.
public struct CursorKeys: Sendable {
    /// The lengths of a signature and of a key, in bytes.
    static let signatureBytes = 16
    private static let keyBytes = 32

    private struct Key {
        var signer: Signer
        /// Identifies the key, without revealing it.
        var name: [UInt8]
    }

    private let keys: [Key]

    /// Makes a random key for this process only. Its cursors become invalid when the process ends.
    public init() {
        var secret = [UInt8](repeating: 0, count: CursorKeys.keyBytes)
        // Without random numbers the server must not start, because any client could forge signatures.
        precondition(RAND_bytes(&secret, Int32(secret.count)) == 1, "The system has no random numbers.")
        self.init(secrets: [secret])
    }

    /// Reads keys from a file's text: hexadecimal, one per line, the signing key first. Lines with `#` are comments.
    ///
    /// - Returns: `nil` if a line is not a key of 32 bytes, or there is none.
    public init?(text: String) {
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
        let secrets = lines.compactMap { Hexadecimal.decode(String($0)) }.filter { $0.count == CursorKeys.keyBytes }
        guard !secrets.isEmpty, secrets.count == lines.count else { return nil }
        self.init(secrets: secrets)
    }

    private init(secrets: [[UInt8]]) {
        keys = secrets.map {
            let signer = Signer($0)
            return Key(signer: signer, name: Array(signer.code(of: Array("name".utf8)).prefix(4)))
        }
    }

    /// The result of checking a signed text.
    enum Verdict: Equatable {
        case genuine([UInt8])
        /// The key of the signature is unknown, for example because it was removed.
        case unknownKey
        case forged
    }

    /// The bytes with the key's name and a signature.
    func sign(_ bytes: [UInt8]) -> [UInt8] {
        let text = keys[0].name + bytes
        return text + keys[0].signer.code(of: text).prefix(CursorKeys.signatureBytes)
    }

    /// Checks a signature, and returns the signed bytes if it is genuine.
    func verify(_ signed: [UInt8]) -> Verdict {
        guard signed.count >= 4 + CursorKeys.signatureBytes else { return .forged }
        guard let key = keys.first(where: { $0.name.elementsEqual(signed.prefix(4)) }) else { return .unknownKey }
        let text = Array(signed.dropLast(CursorKeys.signatureBytes))
        let wanted = Array(key.signer.code(of: text).prefix(CursorKeys.signatureBytes))
        let found = Array(signed.suffix(CursorKeys.signatureBytes))
        // In constant time, so that the duration reveals nothing.
        guard CRYPTO_memcmp(wanted, found, CursorKeys.signatureBytes) == 0 else { return .forged }
        return .genuine(Array(text.dropFirst(4)))
    }
}

/// Makes message authentication codes with one key, which is prepared once.
///
/// `@unchecked Sendable`: `context` is only copied after the initializer, which the library allows on many threads at once.
///
/// Source: RFC 2104, with SHA-256.
private final class Signer: @unchecked Sendable {
    private let context: OpaquePointer

    init(_ secret: [UInt8]) {
        guard let context = ccrypto_hmac(secret, secret.count) else { fatalError("There is no memory for a key.") }
        self.context = context
    }

    deinit { EVP_MAC_CTX_free(context) }

    func code(of bytes: [UInt8]) -> [UInt8] {
        guard let copy = EVP_MAC_CTX_dup(context) else { fatalError("There is no memory for a signature.") }
        defer { EVP_MAC_CTX_free(copy) }
        var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count = 0
        precondition(
            EVP_MAC_update(copy, bytes, bytes.count) == 1 && EVP_MAC_final(copy, &code, &count, code.count) == 1,
            "The library cannot sign.")
        return Array(code.prefix(count))
    }
}
