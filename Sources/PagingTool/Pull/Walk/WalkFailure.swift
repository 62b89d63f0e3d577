/// The reason why a walk over a list that changes was given up.
enum WalkFailure: Error, Hashable, CustomStringConvertible {
    /// The list grows or shifts faster than it is read.
    case noProgress(rows: Int, answers: Int)
    /// Every pass found the list changing.
    case neverQuiet(passes: Int)
    /// The server repeatedly returns no rows after a row, but reports that the list goes on.
    case noWayOn(row: Int, total: Int?)
    /// The next cursor leads back to the start.
    case circle(rows: Int)
    /// Two rows of one answer have the same identifier, each time it is requested. Rows are counted from the list's top.
    case repeatedIdentifier(row: Int, first: Int)
    /// The server reports more rows than a complete read found, and no row was seen to be added or removed.
    case uncounted(rows: Int, total: Int)

    var description: String {
        switch self {
        case .noProgress(let rows, let answers):
            "\(Format.count(answers)) answers led no further than \(Format.plural(rows, "row")): the list changes faster "
                + "than it is read; try larger pages with --page-size"
        case .neverQuiet(let passes):
            "the list changed in each of \(passes) passes, or several rows have the same identifier, so that a row may have "
                + "been missed: try again when it is quieter, name what identifies a row with --id PATH, or, if rows keep "
                + "their order, use --behavior changes"
        case .noWayOn(let row, let total):
            "the server gave no row behind row \(Format.count(row)), as often as it was asked, though the list goes on"
                + (total.map { ", to \(Format.plural($0, "row")) by its total" } ?? "")
                + ": check what --total counts, and whether an answer can have more than one row"
        case .circle(let rows):
            "after \(Format.plural(rows, "row")) the way on leads in a circle: check --next"
        case .repeatedIdentifier(let row, let first):
            "rows \(Format.count(first)) and \(Format.count(row)) have the same identifier, so that a list that changes "
                + "cannot be read: name what identifies a row with --id PATH"
        case .uncounted(let rows, let total):
            "the whole list was read, which gave \(Format.plural(rows, "row")), and its total is \(Format.count(total)): several "
                + "rows may have the same identifier (--id PATH), the total may count other rows (--total PATH), or rows may "
                + "have moved (--behavior rebuilt)"
        }
    }
}
