import Testing

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
}
