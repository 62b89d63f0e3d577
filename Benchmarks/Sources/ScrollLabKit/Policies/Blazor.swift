/// Blazor's `Virtualize` with an items provider: one window of rows, asked for anew when its edge comes on screen.
///
/// The window is the screen and 15 rows around it, so that a request is a page of 50 as for the others. It is asked for
/// when the spacer before or after it shows, and a request under way is cancelled for a newer one. In the field's
/// figures, which these rules reproduce, the spacer at the end of the list counts as showing too: a reader who stays
/// there has the window asked for, and cancelled, with every frame.
struct Blazor: ScrollPolicy {
    /// Rows around the screen that belong to the window.
    static let overscan = 15

    private var window = 0..<0
    private var underWay: Int?

    /// Makes the policy.
    init() {}

    mutating func frame(_ desk: inout Desk) {
        let screen = desk.viewport
        // Rows at the edge have the spacer next to them; before the first row of the list there is none.
        let showsBefore = screen.lowerBound > 0 && screen.lowerBound <= window.lowerBound
        guard showsBefore || screen.upperBound >= window.upperBound else { return }
        load(&desk)
    }

    mutating func answered(_ request: Int, rows: Range<Int>, _ desk: inout Desk) {
        if underWay == request { underWay = nil }
    }

    mutating func failed(_ request: Int, rows: Range<Int>, _ desk: inout Desk) {
        underWay = nil
        load(&desk)
    }

    private mutating func load(_ desk: inout Desk) {
        window = desk.viewport(extendedBy: Self.overscan)
        if let underWay { desk.cancel(underWay) }
        underWay = desk.ask(window)
    }
}
