internal import PagingCore

extension ViewerID {
    /// Stands for the rows that a view's platform prefetches for it.
    static func prefetch(of viewer: ViewerID) -> ViewerID { ViewerID(-2 - viewer.rawValue) }
}
