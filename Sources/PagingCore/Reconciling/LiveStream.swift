/// The stream by which a server tells what happens to the list as it happens, and what is still to be done about what it told.
///
/// A stream can be late, repeat itself or leave something out. So it is believed where it follows on what is known; anything else
/// is a reason to compare the list with the server's, as a refresh does, once at a time and not more often than every
/// ``Limits/betweenComparisons``.
///
/// A comparison takes the list past a stream that is late, and what the stream tells then is of versions in between. Comparing at
/// each of them would keep the list ahead of its stream for as long as the server's data changes, so each comparison in a row
/// leaves the stream twice the time to come level, up to ``Limits/betweenComparisonsOfALateStream``.
struct LiveStream: Sendable {
    /// The request by which the stream was opened, repeated without end while somebody looks.
    var stream = AuxiliaryRequest()
    /// `true` if what was told went past what is known, so that the list is to be compared with the server's.
    private(set) var isBehind = false
    /// The version that was told last, or `nil` if none was.
    private var told: Version?
    /// When the list may be compared again.
    private var comparableAt = Instant(milliseconds: -.infinity)
    /// `true` if it told what happened when it was last at another version than the list.
    private var tellsChanges = false
    /// Milliseconds from the next comparison to the one after it.
    private var pause = Limits.betweenComparisons
    /// `true` if the stream brought the list on while it was being asked what had changed.
    var hasOvertaken = false

    /// When there is something to do.
    ///
    /// - Parameter mayCompare: whether the list could be compared now. Where it could not, what is under way ends first.
    func wakeAt(mayCompare: Bool) -> Instant? {
        guard isBehind, mayCompare else { return stream.retryAt }
        return stream.retryAt.map { min($0, comparableAt) } ?? comparableAt
    }

    /// The list is said to be at a version that is not the one shown.
    ///
    /// - Parameter byChanges: whether the stream told what happened, so that it can come level again by itself.
    mutating func fallBehind(_ seen: Version?, byChanges: Bool = false) {
        (isBehind, told, tellsChanges) = (true, seen, byChanges)
    }

    /// A version was told that the list may have left behind: by a stream that is late, or by an answer that the stream overtook. The
    /// stream shows when it goes on; where it does not, the list is compared.
    mutating func lag(_ seen: Version, byChanges: Bool, now: Instant) {
        if !isBehind { comparableAt = max(comparableAt, now.advanced(byMilliseconds: pause)) }
        fallBehind(seen, byChanges: byChanges)
    }

    /// `true` if changes go on where the stream was, with nothing missing in between; it is then where they lead.
    mutating func follows(on changes: ListChanges<Int>) -> Bool {
        guard let told, told == changes.from, !changes.hasMore else { return false }
        self.told = changes.to
        return true
    }

    /// The stream is at the version that is shown.
    mutating func comeLevel() {
        (isBehind, pause) = (false, Limits.betweenComparisons)
    }

    /// `true` if the list is to be compared now.
    ///
    /// - Parameters:
    ///   - version: the version that is shown. Where it is the one that was told last, there is nothing to compare.
    ///   - now: the time.
    mutating func beginsComparing(at version: Version?, now: Instant) -> Bool {
        guard isBehind, comparableAt <= now else { return false }
        isBehind = false
        if let told, told == version { return false }
        comparableAt = now.advanced(byMilliseconds: pause)
        if tellsChanges { pause = min(2 * pause, Limits.betweenComparisonsOfALateStream) }
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
        (isBehind, told, pause) = (false, nil, Limits.betweenComparisons)
        return cancelled
    }
}
