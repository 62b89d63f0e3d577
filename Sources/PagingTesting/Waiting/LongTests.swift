internal import Foundation

/// Long tests, run by `make check` and skipped by `make test`: failovers, and most seeds.
package enum LongTests {
    /// `true` if `PAGING_LONG` is set, so that long tests run.
    package static let areRun = ProcessInfo.processInfo.environment["PAGING_LONG"] != nil

    /// The reason why they are skipped.
    package static let absence = "'make check' runs it: PAGING_LONG is not set"

    /// A small number of cases for `make test`, or all of them in `make check`.
    package static func count(_ few: Int, of all: Int) -> Int { areRun ? all : few }

    /// The first cases, or all of them in `make check`.
    package static func some<Case>(_ few: Int, of all: [Case]) -> [Case] { areRun ? all : Array(all.prefix(few)) }

    /// A number of cases spread over all, or all of them in `make check`. It takes one case of each part, each time one place further, so that a
    /// product of several lists is tested with every member of each.
    package static func spread<Case>(_ few: Int, of all: [Case]) -> [Case] {
        guard !areRun, few < all.count else { return all }
        let length = all.count / few
        return (0..<few).map { all[$0 * all.count / few + $0 % length] }
    }
}
