internal import Foundation

/// Tests that `make check` runs and `make test` does not, as they take long: failovers, and most seeds.
package enum LongTests {
    /// Long tests run where `PAGING_LONG` is set.
    package static let areRun = ProcessInfo.processInfo.environment["PAGING_LONG"] != nil

    /// Why they are not.
    package static let absence = "'make check' runs it: PAGING_LONG is not set"

    /// As many as `make test` has time for, or as many as there are in `make check`.
    package static func count(_ few: Int, of all: Int) -> Int { areRun ? all : few }

    /// The first cases, or all of them in `make check`.
    package static func some<Case>(_ few: Int, of all: [Case]) -> [Case] { areRun ? all : Array(all.prefix(few)) }

    /// So many cases from all over, or all of them in `make check`: one of each stretch, each time at the next place in it, so that cases which
    /// are the product of several lists are met with every member of each.
    package static func spread<Case>(_ few: Int, of all: [Case]) -> [Case] {
        guard !areRun, few < all.count else { return all }
        let length = all.count / few
        return (0..<few).map { all[$0 * all.count / few + $0 % length] }
    }
}
