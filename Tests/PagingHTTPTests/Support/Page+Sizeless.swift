import Paging

extension Page {
    /// The page without the size of its items, which follows from a body's spelling.
    var sizeless: Page {
        var page = self
        page.byteCount = nil
        return page
    }
}
