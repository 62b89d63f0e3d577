internal import PagingCore

/// The items of a list; the machine knows only their numbers.
struct ItemStore<Element: Sendable> {
    let numbers: ItemNumbers<Element>
    /// The server's rows, as far as they are loaded.
    var rows = PagedArray<Element>()
    /// Items as they arrived, if they are prepared.
    var originals: Originals<Element>
    /// The machine's ``ListMachine/rememberedNumbers`` when items were last removed, each of them kept in ``numbers``.
    var remembered: Set<Int> = []

    init(_ numbers: ItemNumbers<Element>, keepsOriginals: Bool) {
        self.numbers = numbers
        originals = Originals(isKept: keepsOriginals)
    }
}
