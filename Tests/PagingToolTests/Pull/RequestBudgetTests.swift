import Testing

@testable import PagingHTTP
@testable import PagingTool

/// A walk asks only so much for the pages that came.
@Suite(.timeLimit(.minutes(2)))
struct RequestBudgetTests {
    @Test(arguments: [false, true]) func `Requests under way count before they have ended`(changes: Bool) throws {
        let budget = RequestBudget(changes: changes)
        budget.note(page: 10, usual: 10, rows: 30, leadsOn: false)
        let allowed = (changes ? 5 : 1) * (2 * 3 + 40)
        for _ in 0..<allowed { try budget.admit() }
        #expect(throws: CirclingWalk.self) { try budget.admit() }
    }

    @Test(
        arguments: [
            (.status(200), true), (.status(404), true), (.cancelled, true), (.status(503), false),
            (.status(429), false),
            (.failed(.timedOut), false),
        ] as [(HTTPExchange.Outcome, Bool)])
    func `A request counts unless its failure is one that is tried again`(outcome: HTTPExchange.Outcome, counts: Bool)
        throws
    {
        let budget = RequestBudget()
        var exchange = HTTPExchange(number: 1, address: "http://api.test/rows")
        exchange.outcome = outcome
        for _ in 0..<40 {
            try budget.admit()
            budget.note(.finished(exchange))
        }
        #expect((try? budget.admit()) == nil ? counts : !counts)
    }
}
