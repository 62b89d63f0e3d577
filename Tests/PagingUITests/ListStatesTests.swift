import Foundation
import PagingUI
import Testing

private struct Offline: LocalizedError { var errorDescription: String? { "You are offline." } }

@Suite struct FooterStateTests {
    private func footer(_ state: ListState, isEnd: Bool = false, paused: Bool = false, isEmpty: Bool = false) -> String
    {
        switch FooterState(state, isEmpty: isEmpty, isEndKnown: isEnd, hasPausedLoading: paused) {
        case .none: "none"
        case .loading: "loading"
        case .failed: "failed"
        case .pausedLoading: "paused"
        case .end: "end"
        }
    }

    @Test func `A failure comes before all, then a pause, then the end`() {
        #expect(footer(.failed(Offline()), isEnd: true) == "failed")
        #expect(footer(.idle, paused: true) == "paused")
        #expect(footer(.refreshing, isEnd: true) == "end")
        #expect(footer(.idle) == "loading")
        #expect(footer(.failed(Offline()), isEmpty: true) == "none")
    }

    @Test func `A list without rows says why`() {
        func empty(_ state: ListState, isEnd: Bool = false, isEmpty: Bool = true) -> String {
            switch EmptyState(state, isEmpty: isEmpty, isEndKnown: isEnd) {
            case .none: "none"
            case .loading: "loading"
            case .failed: "failed"
            case .empty: "empty"
            }
        }
        #expect(empty(.loading) == "loading" && empty(.idle, isEnd: true) == "empty")
        #expect(empty(.failed(Offline())) == "failed" && empty(.idle, isEmpty: false) == "none")
    }
}

@Suite struct ListAnnouncerTests {
    @Test func `Loads are announced once, and rows that fill in never`() {
        var announcer = ListAnnouncer()
        #expect(announcer.announcement(of: .loading, count: 0) == "Loading")
        #expect(announcer.announcement(of: .loading, count: 0) == nil)
        #expect(announcer.announcement(of: .idle, count: 1_000) == "1000 rows")
        #expect(announcer.announcement(of: .idle, count: 1_000) == nil)
        #expect(announcer.announcement(of: .refreshing, count: 1_000) == "Loading")
        #expect(announcer.announcement(of: .failed(Offline()), count: 1_000) == "Loading failed. You are offline.")
        #expect(announcer.announcement(of: .idle, count: 1_000) == "1000 rows")
    }
}
