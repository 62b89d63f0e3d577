import Testing

@testable import PagingServer

/// More statements than a connection keeps. Run with freed memory overwritten (`MALLOC_PERTURB_`), as `Scripts/run-swift-tests` does, a
/// statement that is used after it was freed shows at once.
struct CachedStatementTests {
    @Test func `Every statement answers for itself, however many there are`() throws {
        let fixture = try Fixture()
        let connection = try SQLiteConnection(path: fixture.path, mode: .create)
        var answers: [Int64] = []
        try connection.forEachRow("SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3") { row in
            answers.append(row.int64(0))
            for round in 0..<2 {
                for number in 0..<ServerLimits.cachedStatements * 2 {
                    let value = try connection.value("SELECT \(number) + ?1", [.integer(Int64(round))])
                    #expect(value == .integer(Int64(number + round)))
                }
            }
        }
        #expect(answers == [1, 2, 3])
    }
}
