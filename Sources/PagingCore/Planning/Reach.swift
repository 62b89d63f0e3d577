/// How far requests can reach into a list.
struct Reach: Hashable, Sendable {
    /// Whether the list's length is known; otherwise it grows at its end.
    var endIsKnown: Bool
    /// Whether the first row is the list's first; otherwise it grows at its top too.
    var startIsKnown = true
    /// Whether only the page above tells how to ask for the first rows again, after others were inserted or removed.
    var needsAbove = false
    /// Whether any row can be asked for; otherwise only those after a checkpoint.
    var isRandom: Bool
    /// Whether rows are asked for one by one, so that those of a request need not be neighbours.
    var isSelective = false
    /// Whether there may be more rows by now than are known.
    var mayHaveGrown = false
    /// Whether the rows of one answer may be asked for in two requests of any size, which show one state of the list.
    var isDivisible = false
}
