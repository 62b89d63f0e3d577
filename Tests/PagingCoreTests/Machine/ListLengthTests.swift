import Testing

@testable import PagingCore

/// How long a list is, by answers that say little of it or untruths. Pages hold ten rows.
@Suite struct ListLengthTests {
    private func at(_ milliseconds: Double) -> Instant { Instant(milliseconds: milliseconds) }

    private func machine(_ behavior: ListBehavior = .fixed) -> ListMachine {
        ListMachine(
            capabilities: .positions, behavior: behavior,
            policy: LoadPolicy(pageSize: 10, maximumRequestSize: 10, preloads: false), seed: 1)
    }

    /// Looks at rows, and answers what is asked for with a page.
    private func look(
        _ machine: inout ListMachine, _ rows: Range<Int>, at time: Double,
        _ page: (_ asked: Range<Int>) -> Page<Int>
    ) {
        for request in machine.viewport(rows, now: at(time)).requests {
            guard case .page(.positions(let asked)) = request.kind else { continue }
            _ = machine.arrived(page(asked), for: request.id, now: at(time + 1))
        }
    }

    @Test(arguments: [Page<Int>.Continuation.end, .unspecified])
    func `A page without rows behind the end leaves the length that is known`(continuation: Page<Int>.Continuation) {
        var machine = machine()
        let asked = machine.viewport(50..<60, viewer: ViewerID(1), now: at(0)).requests
        look(&machine, 0..<10, at: 10) { Page(Array($0), at: $0.lowerBound, total: 20) }
        #expect(machine.rows.count == 20)
        for request in asked {
            let update = machine.arrived(Page([], at: 50, continuation: continuation), for: request.id, now: at(20))
            #expect(update.acceptsAnswer)
        }
        #expect(machine.rows.count == 20 && machine.endIsKnown)
    }

    @Test(arguments: [ListBehavior.fixed, ListBehavior(membership: .changes)])
    func `A total that its rows disprove says nothing until it is another`(behavior: ListBehavior) {
        var machine = machine(behavior)
        var total = 18
        func page(_ asked: Range<Int>) -> Page<Int> {
            // A server whose pages have ten rows, whatever is asked for.
            Page(Array(asked.lowerBound..<min(25, asked.lowerBound + 10)), at: asked.lowerBound, total: total)
        }
        look(&machine, 0..<10, at: 0, page)
        #expect(machine.rows.count == 18 && machine.endIsKnown)
        look(&machine, 10..<20, at: 10, page)
        // A row behind the total is there, so there may be more.
        #expect(machine.rows.count > 18 && !machine.endIsKnown)
        look(&machine, 19..<29, at: 20, page)
        // The first page tells the same total once more, which takes nothing away.
        let refresh = machine.refresh(now: at(30)).effects
        for request in refresh.requests {
            guard case .page(.positions(let asked)) = request.kind else { continue }
            _ = machine.arrived(page(asked), for: request.id, now: at(31))
        }
        #expect(machine.rows.count >= 25)
        total = 25
        look(&machine, 0..<10, at: 40, page)
        look(&machine, 10..<20, at: 50, page)
        look(&machine, 19..<25, at: 60, page)
        #expect(machine.rows.count == 25 || !machine.endIsKnown)
    }
}
