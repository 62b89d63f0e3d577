extension PagedList {
    /// `true` if a caller awaits a load, a refresh or a reload that is not over.
    package var isAwaited: Bool { !driver.waiters.isEmpty }
}
