internal import PagingCore

/// What an API does besides paging: the words around its rows, and the untruths among them.
package struct APIOddities: Hashable, Sendable {
    /// What else its answers have.
    package enum Extra: String, CaseIterable, Sendable {
        case nothing
        /// The parameters that it was asked with.
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
    /// The number that a capped total does not pass: more than a page, or nobody could tell it from a page's own count.
    package var cap = Int.max

    package init() {}

    /// Draws what an API does; half of them do nothing.
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
