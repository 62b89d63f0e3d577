extension PagedList {
    /// `true` if a load, a refresh or a reload is awaited that is not over.
    package var isAwaited: Bool { !driver.waiters.isEmpty }
}
