internal import Foundation
internal import Paging
internal import PagingHTTP

/// The server asks for a wait longer than the limit.
struct LongWait: LoadError, CustomStringConvertible {
    /// The default limit.
    static let standard = Duration.seconds(15 * 60)
    /// The longest limit that an option can set. Longer waits are not believed.
    static let longest = Duration.seconds(7 * 86_400)

    /// The error to be thrown for the wait.
    private let error: HTTPSourceError
    private let wait: Duration
    private let granted: Duration
    private let end: Date

    /// - Parameters:
    ///   - error: the failure of a request.
    ///   - granted: the longest accepted wait.
    /// - Returns: `nil` if the error names no wait, or one that is not longer.
    init?(_ error: any Error, longerThan granted: Duration) {
        guard let error = error as? HTTPSourceError, error.isTransient, let wait = error.retryAfter, wait > granted
        else {
            return nil
        }
        (self.error, self.wait, self.granted) = (error, wait, granted)
        end = Date(timeIntervalSinceNow: Double(wait.components.seconds))
    }

    var isTransient: Bool { false }
    var retryAfter: Duration? { nil }

    var description: String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyy-MM-dd HH:mm zzz"
        // Rounded up to whole minutes.
        let time = formatter.string(from: end.addingTimeInterval(59))
        return
            "\(error.address): \(error.what.asSentence) The server asks to be left alone for \(Format.span(wait)), until \(time), "
            + "longer than the \(Format.span(granted)) of --max-wait. Run it again after that, or allow more with --max-wait SECONDS"
    }
}
