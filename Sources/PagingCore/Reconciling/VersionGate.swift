/// Decides which state of the list an answer belongs to: the only place that knows versions and when the list was last contradicted.
struct VersionGate: Sendable {
    /// The version of the list that is shown, if the server reports one.
    private(set) var version: Version?
    /// Earlier versions of the list, the latest last.
    private(set) var superseded: [Version] = []
    /// When the version was first seen.
    private var since = Instant(milliseconds: -.infinity)
    /// When an answer last showed that the list has changed: answers to earlier requests may be older.
    private var contradictedAt = Instant(milliseconds: -.infinity)
    /// `true` if the version shown is no older than any row shown; `false` if it may come from a cache.
    var isFresh = true
    /// `true` if requests bypass caches, since one of those gave an outdated answer.
    var bypassesCaches = false

    init() {}

    /// The versions of a list that was saved.
    init(version: Version?, superseded: [Version]) {
        self.version = version
        self.superseded = Array(superseded.filter { $0 != version }.suffix(Limits.versionsRemembered))
    }

    /// The list is at another version.
    ///
    /// - Returns: `true` if the version changed.
    @discardableResult
    mutating func adopt(_ seen: Version, now: Instant) -> Bool {
        guard seen != version else { return false }
        if let version { remember(version) }
        superseded.removeAll { $0 == seen }
        (version, since, isFresh) = (seen, now, true)
        return true
    }

    /// The server's list was at a version that was never shown, and is past it.
    mutating func supersede(_ passed: Version) {
        if passed != version, !superseded.contains(passed) { remember(passed) }
    }

    private mutating func remember(_ earlier: Version) {
        superseded.append(earlier)
        if superseded.count > Limits.versionsRemembered { superseded.removeFirst() }
    }

    /// `true` if no item of a page of this version is older than the item shown.
    func vouches(for seen: Version?) -> Bool { isFresh && seen != nil && seen == version }

    /// Forgets all versions; the next answer brings one.
    mutating func forget() { (version, superseded) = (nil, []) }

    /// The list is shown at this version, or at an unknown one; earlier versions stay known as superseded.
    mutating func replace(with version: Version?) { self.version = version }

    /// `true` if a request was sent before the version shown was first seen.
    func precedesVersion(_ flight: Flight) -> Bool { flight.askedAt < since }

    /// The list was found to have changed.
    mutating func contradict(now: Instant) { contradictedAt = now }

    /// `true` if a request was sent before the list was last found to have changed, so that its answer may be older.
    func precedesContradiction(_ flight: Flight) -> Bool { flight.askedAt < contradictedAt }
}
