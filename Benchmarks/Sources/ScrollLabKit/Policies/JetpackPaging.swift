/// Jetpack Paging 3 with placeholders and `jumpThreshold`: one window that grows a page at a time, or is thrown away.
///
/// Three pages are loaded when the list is made. When the rows on screen come within a page of the window's edge, the next
/// page there is asked for, one after another. When they are farther from the window than the threshold, everything is
/// invalidated: an append under way is cancelled and three pages around the screen are asked for; a refresh under way
/// is waited for first.
struct JetpackPaging: ScrollPolicy {
    private enum Load {
        case refresh
        case append
        case prepend
    }

    private let jumpThreshold: Int
    private var window = 0..<0
    private var underWay: (request: Int, load: Load)?

    /// Makes the policy.
    ///
    /// - Parameter jumpThreshold: rows between the window and the screen at which the window is thrown away.
    init(jumpThreshold: Int) {
        self.jumpThreshold = jumpThreshold
    }

    mutating func start(_ desk: inout Desk) {
        ask(.refresh, for: 0..<3 * desk.pageSize, &desk)
    }

    mutating func frame(_ desk: inout Desk) {
        if case .refresh = underWay?.load { return }
        guard !desk.viewport.isEmpty else { return }
        let (screen, page) = (desk.viewport, desk.pageSize)
        let distance = max(window.lowerBound - (screen.upperBound - 1), screen.lowerBound - window.upperBound)
        if distance > jumpThreshold {
            if let flight = underWay { desk.cancel(flight.request) }
            let middle = (screen.lowerBound + screen.upperBound) / 2
            let start = max(0, min(desk.listRows - 3 * page, middle - 3 * page / 2))
            ask(.refresh, for: start..<start + 3 * page, &desk)
        } else if underWay != nil {
            return
        } else if window.upperBound < desk.listRows, screen.upperBound - 1 + page >= window.upperBound {
            ask(.append, for: window.upperBound..<window.upperBound + page, &desk)
        } else if window.lowerBound > 0, screen.lowerBound - page < window.lowerBound {
            ask(.prepend, for: max(0, window.lowerBound - page)..<window.lowerBound, &desk)
        }
    }

    mutating func answered(_ request: Int, rows: Range<Int>, _ desk: inout Desk) {
        switch underWay?.load {
        case .refresh: window = rows
        case .append: window = window.lowerBound..<rows.upperBound
        case .prepend: window = rows.lowerBound..<window.upperBound
        case nil: break
        }
        underWay = nil
        frame(&desk)
    }

    mutating func failed(_ request: Int, rows: Range<Int>, _ desk: inout Desk) {
        guard let load = underWay?.load else { return }
        ask(load, for: rows, &desk)
    }

    private mutating func ask(_ load: Load, for rows: Range<Int>, _ desk: inout Desk) {
        underWay = (desk.ask(rows), load)
    }
}
