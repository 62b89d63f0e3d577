/// How a load is to be carried out, besides what it asks for: read by sources from the task they run in.
///
/// ```swift
/// func page(for request: PageRequest) async throws -> Page<Row> {
///     var asked = URLRequest(url: address(of: request))
///     if LoadOptions.skipsCaches { asked.cachePolicy = .reloadIgnoringLocalCacheData }
///     let (data, _) = try await URLSession.shared.data(for: asked)
///     return try JSONDecoder().decode(Answer.self, from: data).page
/// }
///
/// // A program that asks a source without a list:
/// let page = try await LoadOptions.$skipsCaches.withValue(true) { try await source.page(for: request) }
/// ```
///
/// They pass through sources that wrap others, and through child tasks; not into detached tasks, nor into callbacks. A
/// source that has no caches on its way ignores them.
public enum LoadOptions {
    /// `true` if caches on the way are to be passed by: one of them gave an answer that is out of date, or the load is to find
    /// out what has changed, which no cache can know.
    @TaskLocal public static var skipsCaches = false
}
