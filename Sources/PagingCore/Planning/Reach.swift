/// How far requests can reach into a list.
struct Reach: Hashable, Sendable {
    /// `true` if the list's length is known; otherwise it grows at its end.
    var endIsKnown: Bool
    /// A position from which on a list of unknown length has no rows, or `nil` if none is known.
    var emptyFrom: Int?
    /// `true` if the first row is the list's first; otherwise it grows at its top too.
    var startIsKnown = true
    /// `true` if only the page above tells how to request the first rows again, after others were inserted or removed.
    var needsAbove = false
    /// `true` if any row can be requested; otherwise only those after a checkpoint.
    var isRandom: Bool
    /// `true` if rows are requested one by one, so that those of a request need not be neighbors.
    var isSelective = false
    /// `true` if there may be more rows by now than are known.
    var mayHaveGrown = false
    /// `true` if the rows of one answer may be requested in two requests of any size, which show one state of the list.
    var isDivisible = false
}
