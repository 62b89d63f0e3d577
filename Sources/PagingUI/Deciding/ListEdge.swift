/// The end of a list at which a view is at home.
///
/// ```
///     start                 end
///  ┌─────────┐          ┌─────────┐
///  │ newest  │          │         │  A short list is at the view's
///  │ older   │          │ older   │  own end, and there rows that
///  │         │          │ newest  │  come push the others on.
///  └─────────┘          └─────────┘
/// ```
public enum ListEdge: Hashable, Sendable {
    /// The top: lists of results, feeds. The view's first row keeps its place.
    case start
    /// The bottom: conversations, logs. The view's last row keeps its place, and at the list's end the view follows rows that come there.
    case end
}
