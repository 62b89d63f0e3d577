internal import PagingCore

/// An API's oddities besides paging: extra fields around its rows, and false totals.
package struct APIOddities: Hashable, Sendable {
    /// Extra content of its answers.
    package enum Extra: String, CaseIterable, Sendable {
        case nothing
        /// The parameters of the request.
        case echo
        /// The addresses of pages, in the body or in `Link`.
        case addresses, links
    }
    /// How true a total is.
    package enum Truth: String, CaseIterable, Sendable {
        case right
        /// Rows that were counted before some came, or went.
        case tooFew, tooMany
        /// It counts up to a number and no further.
        case capped
    }

    package var extra = Extra.nothing
    package var truth = Truth.right
    /// An error is an object with status 200.
    package var errorsAreAnswers = false
    /// The highest number that a capped total reports. It is more than a page, or it would look like a page's own count.
    package var cap = Int.max

    package init() {}

    /// Draws an API's oddities; half of all APIs have none.
    init(pageSize: Int, random: inout SplitMix64) {
        func one<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
        if Bool.random(using: &random) { return }
        extra = one(Extra.allCases)
        truth = one([.right, .right] + Truth.allCases)
        errorsAreAnswers = Bool.random(using: &random)
        cap = 2 * pageSize + Int.random(in: 1...pageSize, using: &random)
    }

    /// The total that the API says.
    func total(of count: Int) -> Int {
        switch truth {
        case .right: count
        case .tooFew: max(0, count - 2)
        case .tooMany: count + 2
        case .capped: min(count, cap)
        }
    }

    var text: String {
        var words: [String] = []
        if extra != .nothing { words.append("with \(extra)") }
        if truth != .right { words.append("total \(truth)\(truth == .capped ? " at \(cap)" : "")") }
        if errorsAreAnswers { words.append("errors with 200") }
        return words.map { ", \($0)" }.joined()
    }
}
