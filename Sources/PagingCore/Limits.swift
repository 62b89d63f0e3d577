/// The core's fixed limits, in one place.
enum Limits {
    /// Rows: the most in one request, and the greatest preload distance.
    static let rowsPerRequest = 100_000
    /// Requests: the most under way at once.
    static let requestsInFlight = 100
    /// Slots: the longest list. A server's claim beyond is a defect; half of the 32-bit range leaves room for arithmetic.
    static let slots = Int.bitWidth == 32 ? 1 << 30 : 1 << 50
    /// Answers of an earlier version in a row after which the server is believed to have gone back to it.
    static let outdatedAnswers = 3
    /// The same if only the positions of rows show that an answer is of an earlier state.
    static let outdatedPlaces = 1
    /// The least milliseconds between two comparisons of the list with the server's, unless they were requested.
    static let betweenComparisons = 500.0
    /// The same if the list is ahead of a stream that reports changes. For up to this long the list shows rows that have been replaced.
    static let betweenComparisonsOfALateStream = 4_000.0
    /// The most answers that may bring the changes since one version in pieces. Beyond, asking anew for the rows on screen costs less, and the
    /// server might go on like that forever.
    static let changesInPieces = 80
    /// How often a list may go back to an earlier version before that is an error, until the reader scrolls or asks again.
    static let reversions = 3
    /// How many answers of sections in a row may disagree with the list's count and cause its rows to be asked for again. A server that goes on
    /// has two counts.
    static let sectionMismatches = 3
    /// The most answers to a list whose rows move, since a reader last scrolled or asked for data: many times the number that any screen needs.
    /// Beyond, the server contradicts itself.
    static let answersSinceInput = 100
    /// Answers without a new row to an app that pages by hand, in addition to two for each loaded page: a list whose rows became stale is read
    /// again in that many.
    static let fruitlessByHand = 40
    /// Milliseconds to wait for an answer before another refresh is sent: after that it may have been lost.
    static let refreshPatience = 10_000.0
    /// Requests for the same rows, one after the other, after which the next one waits.
    static let repeats = 4
    /// Milliseconds without a request for the same rows after which earlier ones no longer count.
    static let repeatsRemembered = 60_000.0
    /// The number of earlier versions that are remembered to tell them from new ones.
    static let versionsRemembered = 32
    /// Rows: how many of those last read count as on screen if no viewport is reported.
    static let rowsReadLast = 64
    /// Points: the tallest content of a scroll view; below 2²², where a 32-bit float resolves quarters of a point.
    static let contentHeight = 4_000_000.0
    /// Points: the distance from a tall list's ends within which the scroll view moves point by point with it.
    static let exactEnds = 20_000.0
    /// Heights of the view: a longer way in one frame is no drag and no fling.
    static let smallMove = 4.0
    /// Milliseconds: the longest pause that a server can ask for, a year. A longer one is reduced to it.
    static let pause = 365.0 * 86_400_000
    /// Milliseconds: the longest answer that still says something about the next one. An hour.
    static let answer = 3_600_000.0
    /// Rows that debug builds check after an event; with more rows a check is due only every few events.
    static let rowsCheckedAnEvent = 64
}
