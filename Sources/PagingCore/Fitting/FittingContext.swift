/// The facts, besides the known rows, that decide where a page belongs.
struct FittingContext: Sendable {
    /// The readers' viewports, the earliest reader first.
    var viewports: [Viewport] = []
    /// Rows that stay loaded whatever the budget.
    var pins = PositionSet()
    /// The version of the list that is shown, if the server reports one.
    var version: Version?
    /// `true` if pages report a total.
    var tellsTotal = false
    /// `true` if a refresh waits for the page.
    var isRefreshing = false
    /// `true` if an app waits for more rows.
    var isLoadingMore = false
    /// `true` if the page was requested before the list was last found to have changed.
    var precedesContradiction = false
    /// `true` if answers go on contradicting each other, so that no more requests are sent.
    var isExhausted = false
    /// Answers in a row without a new row. Fitting a page updates the count.
    var fruitless = FruitlessAnswers()
    /// The number of fruitless answers that is too many.
    var fruitlessAnswerLimit = 0
    /// The number of rows in a request.
    var pageSize = 0

    /// Rows are at other positions: viewports follow their first row, and pins their rows.
    mutating func follow(_ map: PositionMap) {
        pins = map.newPositions(ofAll: pins)
        viewports.follow(map)
    }
}

/// A consequence of a fitted page for the parts of the machine that refer to rows by their positions, or count answers.
enum FittingNote: Sendable {
    /// Rows are at other positions.
    case moved(PositionMap)
    /// Rows came before the first one; the request had asked for rows that are now behind them.
    case grownAbove(by: Int)
    /// Rows were filled, so their failures no longer count.
    case filled(Range<Int>)
    /// Rows are not asked for again until the reader or the app asks for them.
    case refused(Range<Int>, PageDefect)
    /// A pinned row is here now.
    case pinned(Int)
    /// Answers under way for these rows, or for the rows right behind them, would be taken for other rows.
    case superseded(Range<Int>)
    /// Answers under way are for a list that no longer exists.
    case emptied
    /// The page showed that the list has changed.
    case contradicted
    /// The page did not bring the rows it was asked for.
    case failed(PageDefect)
    /// The server answers with no more rows than this.
    case clamped(to: Int)
    /// The list does not reach as far as the reader's position.
    case endsAboveReader
    /// So many items were in the list already.
    case duplicates(Int)
}
