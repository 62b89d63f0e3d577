/// Options for how a load is carried out. Sources read them from the task they run in.
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
/// They pass through sources that wrap others, and through child tasks, but not into detached tasks or callbacks. A source without caches on its
/// way ignores them.
public enum LoadOptions {
    /// `true` to bypass caches on the way: one of them gave an outdated answer, or the load has to find out what changed, which no cache can
    /// know.
    @TaskLocal public static var skipsCaches = false
}
