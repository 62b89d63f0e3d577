internal import Paging

/// Histories of lists that hear of no scrolling.
extension FeedDrawing {
    /// How often a host reloads on its timer.
    private static let reloads = 130

    /// Draws the actions of a host.
    mutating func hosted(_ host: FeedHost, events: Int) -> [FeedAction] {
        var result: [FeedAction] = []
        var time = 0.0
        for _ in 0..<(host == .reloading ? Self.reloads : max(1, events / 3)) {
            // A timer leaves time for the answers. Others ask before the last one is in; now and then all comes to rest.
            switch host {
            case .reloading: time += 2_500
            case .refreshing: time += chance.next() % 12 == 0 ? 6_000 : 20 + 280 * chance.nextUnit()
            default: time += chance.next() % 6 == 0 ? 6_000 : 2 * pace * chance.nextUnit()
            }
            if behavior != .fixed, host == .reloading || chance.next() % 3 == 0 {
                result.append(FeedAction(at: time, change()))
            }
            result.append(FeedAction(at: time, act(of: host)))
        }
        return result
    }

    private mutating func act(of host: FeedHost) -> FeedAction.Kind {
        switch host {
        case .reloading: .reload
        case .refreshing: chance.next() % 8 == 0 ? .read(jumpTarget()) : .refresh
        case .paging:
            switch chance.next() % 24 {
            case 0...19: .loadMore
            case 20: .retry
            case 21...22: .refresh
            default: chance.next() % 4 == 0 ? .reload : .loadMore
            }
        case .reading where chance.next() % 2 == 0: .read(jumpTarget())
        case .still, .reading, .unseen, .scrolling:
            switch chance.next() % 16 {
            case 0...4: .refresh
            case 5...9: .loadMore
            case 10...12: .reload
            case 13...14: .retry
            default: .releaseMemory
            }
        }
    }
}
