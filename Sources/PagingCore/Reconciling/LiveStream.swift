/// The stream by which a server tells what happens to the list as it happens, and what is still to be done about what it told.
///
/// A stream can be late, repeat itself or leave something out. So it is believed where it follows on what is known; anything else
/// is a reason to compare the list with the server's, as a refresh does, once at a time and not more often than every
/// ``Limits/betweenComparisons``.
struct LiveStream: Sendable {
    /// The request by which the stream was opened, repeated without end while somebody looks.
    var stream = AuxiliaryRequest()
    /// Whether what was told went past what is known, so that the list is to be compared with the server's.
    private(set) var isBehind = false
    /// The version that was told last; `nil` where none was.
    private var told: Version?
    /// When the list may be compared again.
    private var comparableAt = Instant(milliseconds: -.infinity)
    /// Whether the stream brought the list on while it was being asked what had changed.
    var hasOvertaken = false

    /// When there is something to do.
    ///
    /// - Parameter mayCompare: whether the list could be compared now. Where it could not, what is under way ends first.
    func wakeAt(mayCompare: Bool) -> Instant? {
        guard isBehind, mayCompare else { return stream.retryAt }
        return stream.retryAt.map { min($0, comparableAt) } ?? comparableAt
    }

    /// The list is said to be at a version that is not the one shown.
    mutating func fallBehind(_ seen: Version?) {
        (isBehind, told) = (true, seen)
    }

    /// Whether the list is to be compared now.
    ///
    /// - Parameters:
    ///   - version: the version that is shown. Where it is the one that was told last, there is nothing to compare.
    ///   - now: the time.
    mutating func beginsComparing(at version: Version?, now: Instant) -> Bool {
        guard isBehind, comparableAt <= now else { return false }
        isBehind = false
        if let told, told == version { return false }
        comparableAt = now.advanced(byMilliseconds: Limits.betweenComparisons)
        return true
    }

    /// The server asks to be left alone: nothing is compared before, whatever the stream tells.
    mutating func leaveAlone(until instant: Instant) {
        comparableAt = max(comparableAt, instant)
    }

    /// A stream that broke off is opened again at once, one that was given up too.
    mutating func reopen() {
        if stream.isWanted { stream.want() }
    }

    /// Nobody looks any more, or the stream is another one.
    mutating func close() -> [RequestID] {
        let cancelled = stream.renew()
        (isBehind, told) = (false, nil)
        return cancelled
    }
}
