/// The articles' own way: reading a row loads its page and the page of the row ten further on; nothing is cancelled.
///
/// Each page is a request of its own, and no page is asked for twice unless it failed.
struct TouchedPages: ScrollPolicy {
    /// How many rows ahead of a row read the preloaded page is looked for.
    static let margin = 10
    private var asked: Set<Int> = []

    /// Makes the policy.
    init() {}

    mutating func frame(_ desk: inout Desk) {
        let read = desk.viewport
        let touched = desk.pages(of: read)
        let last = min(read.upperBound + Self.margin, desk.listRows)
        let ahead = desk.pages(of: min(read.lowerBound + Self.margin, last - 1)..<last)
        for page in Array(touched) + Array(ahead) where asked.insert(page).inserted {
            desk.ask(desk.rows(ofPages: page..<page + 1))
        }
    }

    mutating func failed(_ request: Int, rows: Range<Int>, _ desk: inout Desk) {
        asked.remove(rows.lowerBound / desk.pageSize)
        frame(&desk)
    }
}
