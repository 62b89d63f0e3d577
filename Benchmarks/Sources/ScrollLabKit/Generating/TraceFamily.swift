public import PagingTesting

/// Kinds of scrolling, each with as many traces as there are seeds.
///
/// The first six are the field notes' kinds: what a reader does is the same, how far, how fast and how often is drawn anew.
/// The others are single situations that those miss.
public enum TraceFamily: String, CaseIterable, Sendable {
    /// The scroll indicator is dragged across a large part of the list, then the reader rests.
    case drag
    /// Swipe after swipe in one direction, each before the last one has come to rest; the platform tells the landing.
    case swipes
    /// A fling that comes to rest, a look, and a fling back.
    case flingAndBack = "fling-and-back"
    /// Taps on places far apart, or not so far, with a look at each.
    case jumps
    /// Reading on, a few rows at a time.
    case reading
    /// The scroll indicator overshoots, comes back, is set right, and the reader looks around.
    case thumbSearch = "thumb-search"
    /// A finger slides down the letters beside the list: jumps a few frames apart, then a rest.
    case sectionScrubber = "section-scrubber"
    /// A fling is thrown back the other way before what it needs has loaded.
    case reversal
    /// The screen is turned while resting and while coasting: fewer rows, then as many as before.
    case rotation
    /// A narrow list beside a wide one: two views of the same list, one read, one searched.
    case twoViews = "two-views"
    /// Flings and a scrub on a tablet that shows 60 rows.
    case tablet
    /// Swipes and a drag at 120 frames a second.
    case fastDisplay = "fast-display"

    /// The kinds that are played with many seeds against the criteria.
    public static let field: [TraceFamily] = [.drag, .swipes, .flingAndBack, .jumps, .reading, .thumbSearch]
    /// The kinds of which one trace each is kept with the laboratory.
    public static let own: [TraceFamily] = [
        .sectionScrubber, .reversal, .rotation, .twoViews, .tablet, .fastDisplay,
    ]

    /// The trace of a seed.
    public func trace(seed: UInt64) -> ScrollTrace {
        var builder = TraceBuilder(seed: seed)
        switch self {
        case .drag: builder.drawDrag()
        case .swipes: builder.drawSwipes()
        case .flingAndBack: builder.drawFlingAndBack()
        case .jumps: builder.drawJumps()
        case .reading: builder.drawReading()
        case .thumbSearch: builder.drawThumbSearch()
        case .sectionScrubber: builder.drawSectionScrubber()
        case .reversal: builder.drawReversal()
        case .rotation: builder.drawRotation()
        case .twoViews: builder.drawTwoViews()
        case .tablet:
            builder = TraceBuilder(seed: seed, screen: 60)
            builder.drawTablet()
        case .fastDisplay:
            builder = TraceBuilder(seed: seed, framesPerSecond: 120)
            builder.drawFastDisplay()
        }
        return builder.trace
    }

    /// Traces of this kind with the seeds from the given one on.
    public func traces(seed: UInt64, count: Int) -> [NamedTrace] {
        (0..<UInt64(count)).map { NamedTrace(name: "\(rawValue)-\(seed &+ $0)", trace: trace(seed: seed &+ $0)) }
    }
}
