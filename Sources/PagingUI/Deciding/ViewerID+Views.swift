internal import PagingCore

extension ViewerID {
    /// The viewer for rows that a view's platform prefetches.
    static func prefetch(of viewer: ViewerID) -> ViewerID { ViewerID(-2 - viewer.rawValue) }

    /// An identifier that no other view has, and that no app is likely to choose.
    ///
    /// When a screen is pushed or presented, two views of one list exist at once, and the old one leaves after the new one has come. With the
    /// same identifier it would end the loads of its successor.
    /// by one name it would end the loads of its successor.
    @MainActor
    static func ofNewView() -> ViewerID {
        newest += 1
        return ViewerID(newest)
    }

    @MainActor private static var newest = 1 << 30
}
