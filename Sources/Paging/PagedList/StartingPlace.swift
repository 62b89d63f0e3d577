/// Where a list begins to be read.
///
/// A list of which nothing is known begins where it is looked at first, if its source can be asked for any row: the first request is for that
/// place, and rows above and below come as they are scrolled to. A source that is read in order begins at its top.
public struct StartingPlace: Hashable, Sendable {
    /// The row, counted from 0.
    let position: Int

    /// The first row.
    public static let start = StartingPlace(position: 0)
    /// A row, counted from 0; below that it is 0, past the end the last one that there is.
    public static func position(_ position: Int) -> StartingPlace { StartingPlace(position: max(0, position)) }
}

extension PagedList where Element: Identifiable, Element.ID: Sendable {
    /// Makes a list of a source's items that begins somewhere else than at its top: a bookmark, a place in a ranking, a search's hit.
    ///
    /// ```swift
    /// let list = PagedList(source, startingAt: .position(40_000))
    /// ```
    ///
    /// Its first request is for rows around that place. Views that find nothing else to begin with begin there; see ``startingPosition``.
    /// Where the list turns out to be shorter, its last rows are shown if it says how long it is, else its first ones.
    ///
    /// - Parameters:
    ///   - source: where pages come from.
    ///   - start: where the list begins to be read. A source without positions begins at its top.
    ///   - behavior: what is known of the list.
    ///   - policy: how the list loads.
    public convenience init(
        _ source: some PageSource<Element>, startingAt start: StartingPlace, behavior: ListBehavior = .fixed,
        policy: LoadPolicy = LoadPolicy()
    ) {
        self.init(source, behavior: behavior, policy: policy)
        startingPosition = start.position
    }
}
