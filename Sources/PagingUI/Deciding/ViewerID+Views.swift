internal import PagingCore

extension ViewerID {
    /// Stands for the rows that a view's platform prefetches for it.
    static func prefetch(of viewer: ViewerID) -> ViewerID { ViewerID(-2 - viewer.rawValue) }

    /// A name that no other view has, and that no app is likely to choose.
    ///
    /// When a screen is pushed or presented, two views of one list are there at once, and the one that leaves does so after the other has come:
    /// by one name it would end the loads of its successor.
    @MainActor
    static func ofNewView() -> ViewerID {
        newest += 1
        return ViewerID(newest)
    }

    @MainActor private static var newest = 1 << 30
}
