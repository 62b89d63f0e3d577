public import Foundation
internal import PagingWire

/// The reason why a server could not be started.
public enum HTTPServerError: Error, Hashable, Sendable {
    /// Another process listens at the port.
    case addressInUse(host: String, port: Int)
    /// The host's address is none of this machine's.
    case addressNotLocal(host: String)
    /// Only the administrator may use ports below 1024.
    case notPermitted(port: Int)
    /// The host has no address.
    case unknownHost(host: String, message: String)
    /// A port is a number from 0 to 65535.
    case invalidPort(Int)
    /// The system refused something else.
    case system(operation: String, message: String)
}

extension HTTPServerError: CustomStringConvertible, LocalizedError {
    /// The error, its place and advice.
    public var description: String { "\(text.what) \(text.advice)" }

    /// The same as ``description``.
    public var errorDescription: String? { description }

    /// The error and its place alone.
    public var failureReason: String? { text.what }

    /// A sentence that says what to do about it.
    public var recoverySuggestion: String? { text.advice }

    /// The error in a word for logs and metrics: the name of its case with hyphens, such as `address-in-use`.
    ///
    /// It is the same in every version. The wording of ``description`` may change.
    public var code: String { text.code }

    private var text: (code: String, what: String, advice: String) {
        switch self {
        case .addressInUse(let host, let port):
            (
                "address-in-use", "Cannot listen on \(host) port \(port): it is in use.",
                "Stop the program that uses it, or choose another port (0 takes any that is free)."
            )
        case .addressNotLocal(let host):
            (
                "address-not-local", "Cannot listen on \(host): it is no address of this machine.",
                "Use 127.0.0.1, or 0.0.0.0 for all of its addresses."
            )
        case .notPermitted(let port):
            (
                "not-permitted", "Cannot listen on port \(port): ports below 1024 are reserved.",
                "Choose one from 1024 to 65535."
            )
        case .unknownHost(let host, let message):
            (
                "unknown-host", "Cannot listen on \(host): \(message.asSentence)",
                "Check the name, or use 127.0.0.1."
            )
        case .invalidPort(let port):
            (
                "invalid-port", "Cannot listen on port \(port): there is no such port.",
                "Choose one from 0 to 65535."
            )
        case .system(let operation, let message):
            (
                "system", "Cannot \(operation): \(message.asSentence)",
                "Try again, and look at the limits of the system and of this process."
            )
        }
    }
}
