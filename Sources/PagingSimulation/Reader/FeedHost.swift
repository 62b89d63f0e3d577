internal import Paging

/// How an app shows a list: which events of a reader its list ever hears of.
package enum FeedHost: String, CaseIterable, Hashable, Sendable {
    /// A list view, which tells its viewport with each frame.
    case scrolling
    /// A view that tells its rows once and never scrolls.
    case still
    /// A view that reads rows and tells no viewport.
    case reading
    /// No view: the app asks for data, and nothing ever looks.
    case unseen
    /// An app that reloads on a timer. Its screen is told once, or never.
    case reloading
    /// An app that pages by hand: it calls `loadMore`, shows all rows, and tells no viewport.
    case paging
    /// An app that refreshes while it refreshes: on every key, every event, every time it comes to the front.
    case refreshing

    /// Draws a host, by a chance of its own, so that all else is drawn as it would be without.
    static func drawn(seed: UInt64) -> FeedHost {
        var chance = SplitMix64(seed: seed &* 0xBF58_476D_1CE4_E5B9 &+ 6)
        var rare = SplitMix64(seed: seed &* 0xFF51_AFD7_ED55_8CCD &+ 9)
        if rare.next() % 16 == 0 { return .refreshing }
        guard chance.next() % 4 == 0 else { return .scrolling }
        let others: [FeedHost] = [.still, .reading, .unseen, .reloading, .paging]
        return others[Int(chance.next() % UInt64(others.count))]
    }
}
