public import PagingCore

/// An event of a live stream: news that the server sends while a client listens.
public enum LiveNews<Element, ID> {
    /// The version that the list is at, or `nil` if it only may have changed.
    ///
    /// A list at another version asks for the changes, as a refresh does, without showing that it refreshes.
    case version(Version?)
    /// The changes, with some of the items added or edited, as they are in the new version, none twice.
    ///
    /// Changes follow on each other: ``ListChanges/from`` is the previous version. If that is not the list's version, it asks for the missing
    /// changes in between.
    case changes(ListChanges<ID>, items: [Element] = [])
}

extension LiveNews: Sendable where Element: Sendable, ID: Sendable {}

/// A source that reports changes of its list as they happen; declared by ``SourceCapabilities/live``.
///
/// ```swift
/// extension TopicSource: LivePageSource {
///     func news(since version: Version?) -> AsyncThrowingStream<LiveNews<Topic, Topic.ID>, any Error> {
///         AsyncThrowingStream { continuation in
///             let socket = api.subscribe("topics") { message in
///                 continuation.yield(.version(Version(message.version)))
///             } onClose: { error in
///                 continuation.finish(throwing: error)
///             }
///             continuation.onTermination = { _ in socket.close() }
///         }
///     }
/// }
/// ```
///
/// A list listens while a view shows it, once its first page is there. When the stream ends, with an error or without, the list opens it again
/// after a random wait that grows each time, as ``LoadPolicy/retry`` says, while a view shows it. After an error that is not transient it stays
/// closed until the list is refreshed.
public protocol LivePageSource<Element, ID>: PageSource {
    /// The identifier of an item.
    associatedtype ID: Hashable

    /// Listens to changes.
    ///
    /// - Parameter version: the version that the list is at, or `nil` if it knows none. A server that can reports the changes since; any other
    ///   begins with the list's current version.
    /// - Returns: the news in order, until the iterating task is cancelled or the connection ends.
    func news(since version: Version?) -> AsyncThrowingStream<LiveNews<Element, ID>, any Error>
}

/// A live stream ended without an error, as connections do. It is opened again.
struct LiveStreamEnded: LoadError {
    var isTransient: Bool { true }
    var retryAfter: Duration? { nil }
}
