// How many requests a screen may cost, and what it does when its server answers wrongly. `swift test` fails where an error is thrown, so that
// nothing has to be expected besides.
import Paging
import PagingTesting

struct Topic: Identifiable, Hashable, Sendable {
    let id: Int
}

let topics = (0..<1_000).map { Topic(id: $0) }

@MainActor
func aScreenCostsOneRequest() async throws {
    let source = CountedSource(
        PositionSource { range in
            Page(Array(topics[range.clamped(to: 0..<topics.count)]), at: range.lowerBound, total: topics.count)
        })
    let list = PagedList(source, policy: LoadPolicy(preloads: false))
    try await source.expectRequests(1, of: list) { list.viewport(0..<20) }
    try await source.expectRequests(0, of: list) { list.viewport(20..<40) }
}

@MainActor
func rowsStayWhenTheServerFails() async throws {
    let source = HostileSource(topics, answering: .negativeTotal, afterAnswers: 1)
    let list = PagedList(source, policy: LoadPolicy(loadsAutomatically: false, retry: RetryPolicy(attempts: 1)))
    try await list.loadMore()
    do {
        try await list.loadMore()
    } catch PageDefect.negativeTotal {
        precondition(list.peek(49) != nil, "What came before stays on screen.")
    }
}

try await aScreenCostsOneRequest()
try await rowsStayWhenTheServerFails()
print("Both tests passed.")
