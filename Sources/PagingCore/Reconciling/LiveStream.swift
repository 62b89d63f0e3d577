/// The stream by which a server reports changes of the list as they happen, and the work left to do about them.
///
/// A stream can be late, repeat itself or leave something out. So a message is believed if it follows on the known version. Any other message is
/// a reason to compare the list with the server's, as a refresh does, one comparison at a time and not more often than every
/// ``Limits/betweenComparisons``.
///
/// A comparison takes the list past a late stream, whose next messages are then of versions in between. Comparing at each of them would keep the
/// list ahead of its stream for as long as the server's data changes. So each comparison in a row leaves the stream twice the time to catch up,
/// up to ``Limits/betweenComparisonsOfALateStream``.
struct LiveStream: Sendable {
    /// The request that opens the stream, repeated without end while a view shows the list.
    var stream = AuxiliaryRequest()
    /// `true` if the stream went past the known version, so that the list has to be compared with the server's.
    private(set) var isBehind = false
    /// The last version that the stream reported, or `nil` if there was none.
    private(set) var told: Version?
    /// The time at which the list may be compared again.
    private var comparableAt = Instant(milliseconds: -.infinity)
    /// `true` if it reported changes when it was last at another version than the list.
    private var tellsChanges = false
    /// Milliseconds from the next comparison to the one after it.
    private var pause = Limits.betweenComparisons
    /// `true` if the stream advanced the list while a request for changes was under way.
    var hasOvertaken = false

    /// The time of the next thing to do.
    ///
    /// - Parameter mayCompare: `true` if the list could be compared now. If not, the requests under way end first.
    func wakeAt(mayCompare: Bool) -> Instant? {
        guard isBehind, mayCompare else { return stream.retryAt }
        return stream.retryAt.map { min($0, comparableAt) } ?? comparableAt
    }

    /// The server reports a version that is not the one shown.
    ///
    /// - Parameter byChanges: `true` if the stream reported changes, so that it can catch up by itself.
    mutating func fallBehind(_ seen: Version?, byChanges: Bool = false) {
        (isBehind, told, tellsChanges) = (true, seen, byChanges)
    }

    /// The stream reported a version that the list may have left behind: the stream is late, or it overtook an answer. If the stream goes on,
    /// that shows which. If it does not, the list is compared.
    mutating func lag(_ seen: Version, byChanges: Bool, now: Instant) {
        if !isBehind { comparableAt = max(comparableAt, now.advanced(byMilliseconds: pause)) }
        fallBehind(seen, byChanges: byChanges)
    }

    /// `true` if changes follow on the stream's version without a gap. The stream is then at the version they lead to.
    mutating func follows(on changes: ListChanges<Int>) -> Bool {
        guard let told, told == changes.from, !changes.hasMore else { return false }
        self.told = changes.to
        return true
    }

    /// The stream is at the version shown.
    mutating func comeLevel() {
        (isBehind, pause) = (false, Limits.betweenComparisons)
    }

    /// `true` if the list should be compared now.
    ///
    /// - Parameters:
    ///   - version: the version shown. If it is the last one reported, there is nothing to compare.
    ///   - now: the time.
    mutating func beginsComparing(at version: Version?, now: Instant) -> Bool {
        guard isBehind, comparableAt <= now else { return false }
        isBehind = false
        if let told, told == version { return false }
        comparableAt = now.advanced(byMilliseconds: pause)
        if tellsChanges { pause = min(2 * pause, Limits.betweenComparisonsOfALateStream) }
        return true
    }

    /// The server asks for a pause: the list is not compared before its end, whatever the stream reports.
    mutating func leaveAlone(until instant: Instant) {
        comparableAt = max(comparableAt, instant)
    }

    /// A stream that broke off is opened again at once, even if it was given up.
    mutating func reopen() {
        guard stream.isWanted else { return }
        stream.forget()
        stream.want()
    }

    /// No view shows the list any more, or the stream was replaced.
    mutating func close() -> [RequestID] {
        let cancelled = stream.renew()
        (isBehind, told, pause) = (false, nil, Limits.betweenComparisons)
        return cancelled
    }
}
