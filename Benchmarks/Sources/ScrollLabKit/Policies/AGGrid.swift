@testable import PagingCore

/// AG Grid's server-side row model: blocks of a page, two under way, the first one missing on screen next.
///
/// There is no queue. With each event it looks anew for the first block missing among the rows on screen and ten around
/// them. With a debounce a block must have been the first one missing for so long before it is asked for; another block
/// starts the wait again. Nothing is cancelled.
struct AGGrid: ScrollPolicy {
    /// Rows around the screen that are rendered, the grid's default.
    static let buffer = 10
    /// Blocks under way, the grid's default.
    static let blocksUnderWay = 2

    private let debounce: Double
    private var asked: Set<Int> = []
    private var underWay = 0
    /// With a debounce, the block that waits.
    private var waiting: Int?

    /// Makes the policy.
    ///
    /// - Parameter debounce: how long a block must be wanted, in milliseconds; 0 for no wait.
    init(debounce: Double) {
        self.debounce = debounce
    }

    mutating func frame(_ desk: inout Desk) {
        look(&desk)
    }

    mutating func answered(_ request: Int, rows: Range<Int>, _ desk: inout Desk) {
        underWay -= 1
        look(&desk)
    }

    mutating func failed(_ request: Int, rows: Range<Int>, _ desk: inout Desk) {
        underWay -= 1
        asked.remove(rows.lowerBound / desk.pageSize)
        look(&desk)
    }

    mutating func woke(_ desk: inout Desk) {
        waiting = nil
        load(&desk)
        look(&desk)
    }

    private mutating func look(_ desk: inout Desk) {
        if debounce == 0 {
            while load(&desk) {}
        } else {
            let block = firstMissing(desk)
            guard block != waiting else { return }
            waiting = block
            desk.wakeAt = block == nil ? nil : desk.now + debounce
        }
    }

    /// Asks for the first block missing.
    ///
    /// - Returns: whether there was one, and a place for it.
    @discardableResult
    private mutating func load(_ desk: inout Desk) -> Bool {
        guard underWay < Self.blocksUnderWay, let block = firstMissing(desk) else { return false }
        asked.insert(block)
        underWay += 1
        desk.ask(desk.rows(ofPages: block..<block + 1))
        return true
    }

    private func firstMissing(_ desk: Desk) -> Int? {
        guard !desk.viewport.isEmpty else { return nil }
        return desk.pages(of: desk.viewport(extendedBy: Self.buffer)).first { !asked.contains($0) }
    }
}
