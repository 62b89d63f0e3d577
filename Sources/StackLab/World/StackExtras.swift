internal import PagingCore

/// The features an app has besides its list, drawn by a seed. Each is in some worlds only, so that a failure has few causes.
package struct StackExtras: Hashable, Sendable {
    /// The place at which reading begins.
    package enum Beginning: String, CaseIterable, Sendable { case start, position, row, end }
    /// The place of a cache on the way of answers.
    package enum Cache: String, CaseIterable, Sendable { case none, app, between }
    /// The items that the view shows besides the rows.
    package enum Dress: String, CaseIterable, Sendable { case plain, separators, ends, both }

    /// The policy by which the list loads: an app's usual one, nothing before it is reached, one request at a time, rows in place of an end that is
    /// not known yet, or few rows in memory.
    package enum Loading: String, CaseIterable, Sendable { case usual, late, single, padded, sparing }

    package var beginning = Beginning.start
    /// The place of a beginning, as a fraction of the list.
    package var place = 0.0
    package var cache = Cache.none
    package var dress = Dress.plain
    /// The app saves the list and restores it, at a moment that the seed draws.
    package var restores = false
    /// The reader changes rows.
    package var edits = false
    /// A second view shows the list, at another place.
    package var isSeenTwice = false
    /// The app's own source, or `nil` if it uses `HTTPSource`.
    package var own: OwnSource?
    /// The app starts again without saved state.
    package var restarts = false
    /// The list goes on with another source.
    package var replaces = false

    /// How the list loads.
    package var loading = Loading.usual

    /// Nothing besides the list.
    package init() {}

    /// Draws what an app has.
    package init(seed: UInt64) {
        var random = SplitMix64(seed: seed &* 0xD134_2543_DE82_EF95 &+ 3)
        func one<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
        // A third of the worlds is a list and nothing else.
        if one([true, false, false]) { return }
        beginning = one([.start, .start, .start, .position, .row, .end])
        place = random.nextUnit()
        cache = one([.none, .none, .app, .between])
        dress = one([.plain] + Dress.allCases)
        restores = one([false, false, true])
        edits = one([false, true])
        isSeenTwice = one([false, false, true])
        restarts = one([false, false, false, true])
        replaces = one([false, false, false, true])
    }

    /// Draws how an app's list loads; half of them as usual.
    static func loading(seed: UInt64) -> Loading {
        // Of its own, so that other worlds are what they were.
        var random = SplitMix64(seed: seed &* 0xE703_7ED1_A0B4_28DB &+ 7)
        if Bool.random(using: &random) { return .usual }
        return Loading.allCases.randomElement(using: &random) ?? .usual
    }

    /// Draws an app's own source of a played API.
    static func own(seed: UInt64) -> OwnSource? {
        // Of its own, so that other worlds are what they were.
        var random = SplitMix64(seed: seed &* 0xA076_1D64_78BD_642F &+ 5)
        guard Int.random(in: 0..<3, using: &random) == 0 else { return nil }
        return OwnSource.allCases.randomElement(using: &random)
    }

    package var text: String {
        var words: [String] = []
        if let own { words.append("own source by \(own)") }
        if beginning != .start { words.append("begins at \(beginning) \((place * 100).rounded() / 100)") }
        if cache != .none { words.append("cache \(cache)") }
        if dress != .plain { words.append("shows \(dress)") }
        if restores { words.append("is restored") }
        if edits { words.append("is edited") }
        if isSeenTwice { words.append("two views") }
        if restarts { words.append("starts again") }
        if replaces { words.append("is replaced") }
        if loading != .usual { words.append("loads \(loading)") }
        return words.map { ", \($0)" }.joined()
    }
}
