import Foundation
import PagingServer

/// Eight programs that insert, change and remove rows at once, for a while.
struct Writers {
    static let count = 8

    let address: String
    let seconds: Double

    /// - Parameter folds: whether what they count is folded meanwhile, as a server does.
    /// - Returns: transactions a second.
    func run(folds: Bool) -> Double {
        let end = Date(timeIntervalSinceNow: seconds)
        let group = DispatchGroup()
        let done = Totals()
        for writer in 0..<Writers.count {
            DispatchQueue(label: "writer \(writer)").async(group: group) { [address] in
                let connection = Connection(address)
                var (transactions, row) = (0, 1_000_000_000 + writer * 10_000_000)
                while Date() < end {
                    row += 1
                    connection.run(
                        """
                        BEGIN; INSERT INTO t (id, k, name) VALUES (\(row), random() * 1e9, 'new');
                        UPDATE t SET k = random() * 1e9 WHERE id = \(row - 1);
                        DELETE FROM t WHERE id = \(row - 5) AND \(row) % 2 = 0; COMMIT
                        """)
                    transactions += 1
                }
                done.add(transactions)
            }
        }
        if folds {
            DispatchQueue(label: "folding").async(group: group) { [address] in
                guard let indexing = try? RankIndexes.open(address) else { return }
                while Date() < end {
                    _ = try? indexing.fold(list: "t")
                    usleep(100_000)
                }
            }
        }
        group.wait()
        return Double(done.sum) / seconds
    }
}

/// Adds up what several threads have done.
///
/// `@unchecked Sendable`: `sum` is read and written only while `lock` is held, and read when all have ended.
private final class Totals: @unchecked Sendable {
    private let lock = NSLock()
    private(set) var sum = 0

    func add(_ number: Int) { lock.withLock { sum += number } }
}
