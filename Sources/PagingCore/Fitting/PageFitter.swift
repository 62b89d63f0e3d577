/// Fits pages into the known list: the positions of their rows, the rows that were removed, and the places where rows may be missing.
///
/// It holds everything that is known about the rows, and reaches no other part of the machine. It reads further facts from its
/// ``FittingContext``. A page also has consequences for parts that refer to rows by their positions or count answers. The fitter leaves them in
/// ``notes``, and the machine passes these on in their order. Pages are fitted by three ideas:
///
/// *A page belongs where it was asked for* (`+Pages`, `+Growth`, `+Above`). Two neighbors always stay neighbors, so rows can come only at the
/// top and in gaps.
///
///     list   a b c|. . .         asked for behind c|     page  d e
///     then   a b c d e|.
///
/// *A page belongs at its position* (`+Alignment`, `+Matching`, `+ReaderRow`, `+Boundaries`). Rows that are in both page and list say how far
/// the rows around them have moved. Slots are made and taken until they agree.
///
///     list   a b c d e f         page at 2:  x b c
///     then   . a x b c d e f     two rows came above b: x, and an unseen one, before a or behind it
///
/// *A page belongs behind a row, wherever that is now* (`+Stretch`, `+StretchSlots`, `+Beside`). It takes the place of the slots from there to
/// the last row in both.
///
///     list   a b c d e f         asked for behind a|     page  c x d
///     then   a c x d e f         b went, x came
struct PageFitter: Sendable {
    /// The kind of list.
    var traits: Traits
    /// Everything known about the rows.
    var list = KnownRows()
    /// How rows are asked for, and where some may be missing.
    var addressing: Addressing
    /// The search for the reader's row, while pages do not say where it is.
    var search = ReaderSearch()
    /// Further facts that it needs for a page.
    var context = FittingContext()
    /// The consequences for the rest of the machine so far.
    private(set) var notes: [FittingNote] = []

    init(_ traits: Traits, addressing: Addressing) {
        (self.traits, self.addressing) = (traits, addressing)
    }

    /// The list: a slot for each row; loaded slots have the number of their item.
    var rows: PagedArray<Int> { list.rows }
    /// `true` if the list's length is known.
    var endIsKnown: Bool { list.endIsKnown }
    /// `true` if the first row is known to be the list's first.
    var startIsKnown: Bool { addressing.startIsKnown }
    /// The rows on screen.
    var onScreen: PositionSet { context.viewports.visible(of: rows.count) }

    /// Adds a note for other parts of the machine.
    @inline(never)
    mutating func note(_ note: FittingNote) { notes.append(note) }

    /// Ends the fitting: the context is forgotten, so that values it shares with other parts are theirs alone.
    ///
    /// - Returns: the consequences for the rest of the machine.
    mutating func finish() -> [FittingNote] {
        context = FittingContext()
        defer { notes = [] }
        return notes
    }

    /// The number of refusals so far.
    var refusals: Int {
        notes.reduce(0) { if case .refused = $1 { $0 + 1 } else { $0 } }
    }

    // MARK: Moving rows

    /// Moves the slots, and everything known about rows by their positions, along with an update.
    ///
    /// Inserted slots are empty.
    mutating func follow(_ update: ListUpdate) {
        guard let map = list.apply(update) else { return }
        addressing.follow(map)
        context.follow(map)
        note(.moved(map))
    }

    /// Applies a step, and adds it to the update so far.
    @inline(never)
    mutating func advance(_ update: inout ListUpdate, _ step: ListUpdate) {
        guard !step.isEmpty else { return }
        follow(step)
        update = update.followed(by: step)
    }
}
