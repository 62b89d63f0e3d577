/// Which state of the list an answer belongs to: the one place that knows versions and when the list was last contradicted.
struct VersionGate: Sendable {
    /// The version of the list that is shown, where the server tells.
    private(set) var version: Version?
    /// Versions that the list had before, the last one last.
    private(set) var superseded: [Version] = []
    /// When the version was first seen.
    private var since = Instant(milliseconds: -.infinity)
    /// When an answer last showed that the list is not what it was: answers to earlier requests may be older.
    private var contradictedAt = Instant(milliseconds: -.infinity)
    /// `true` if the version that is shown is no older than any row that is: not where a cache may have told it.
    var isFresh = true
    /// `true` if requests go past caches, since one of those gave an answer that is out of date.
    var bypassesCaches = false

    init() {}

    /// The versions of a list that was saved.
    init(version: Version?, superseded: [Version]) {
        self.version = version
        self.superseded = Array(superseded.filter { $0 != version }.suffix(Limits.versionsRemembered))
    }

    /// The list is at another version.
    ///
    /// - Returns: `true` if it is another than before.
    @discardableResult
    mutating func adopt(_ seen: Version, now: Instant) -> Bool {
        guard seen != version else { return false }
        if let version {
            superseded.append(version)
            if superseded.count > Limits.versionsRemembered { superseded.removeFirst() }
        }
        superseded.removeAll { $0 == seen }
        (version, since, isFresh) = (seen, now, true)
        return true
    }

    /// `true` if no item of a page of this version is older than what is shown of it.
    func vouches(for seen: Version?) -> Bool { isFresh && seen != nil && seen == version }

    /// Nothing is known of versions any more; the next answer tells.
    mutating func forget() { (version, superseded) = (nil, []) }

    /// The list is shown at this version, or at an unknown one; the versions before it stay known as superseded.
    mutating func replace(with version: Version?) { self.version = version }

    /// `true` if a request was sent before the version that is shown was first seen.
    func precedesVersion(_ flight: Flight) -> Bool { flight.askedAt < since }

    /// The list was found to be another than it was.
    mutating func contradict(now: Instant) { contradictedAt = now }

    /// `true` if a request was sent before the list was last found to be another, so that its answer may be older.
    func precedesContradiction(_ flight: Flight) -> Bool { flight.askedAt < contradictedAt }
}
