import Paging

extension Page {
    /// The page without what follows from a body's spelling: the size of its items, and the answer itself.
    var sizeless: Page {
        var page = self
        page.byteCount = nil
        page.metadata = nil
        return page
    }
}
