internal import Paging

/// Until when a server wants to be left alone, by what was asked.
struct PauseLedger: Sendable {
    private var until = [Double](repeating: 0, count: 7)

    private static func index(_ kind: LoadRequest.Kind) -> Int {
        switch kind {
        case .page: 0
        case .sections: 1
        case .snapshot: 2
        case .items: 3
        case .changes: 4
        case .check: 5
        case .live: 6
        }
    }

    mutating func pause(_ kind: LoadRequest.Kind, until time: Double) {
        until[Self.index(kind)] = max(until[Self.index(kind)], time)
    }

    /// How many milliseconds too early a request is; 0 for one that is in time.
    func wait(of kind: LoadRequest.Kind, at time: Double) -> Double { max(0, until[Self.index(kind)] - time) }

    /// The app asks, so the server is to be asked whatever it wanted.
    mutating func lift() { self = PauseLedger() }
}
