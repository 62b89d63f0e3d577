internal import Foundation
internal import Paging
internal import PagingHTTP

/// The server asks for a longer wait than is accepted without an option.
struct LongWait: LoadError, CustomStringConvertible {
    /// The default limit of waits.
    static let standard = Duration.seconds(15 * 60)
    /// The longest that can be granted: no longer one is believed.
    static let longest = Duration.seconds(7 * 86_400)

    /// The refusal that names the wait.
    private let error: HTTPSourceError
    private let wait: Duration
    private let granted: Duration
    private let end: Date

    /// - Parameters:
    ///   - error: the failure of a request.
    ///   - granted: the longest wait that is granted.
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
        // A minute that has begun counts as one.
        let time = formatter.string(from: end.addingTimeInterval(59))
        return
            "\(error.address): \(error.what.asSentence) The server asks to be left alone for \(Format.span(wait)), until \(time), "
            + "longer than the \(Format.span(granted)) of --max-wait. Run it again after that, or allow more with --max-wait SECONDS"
    }
}
