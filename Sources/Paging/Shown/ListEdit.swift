public import PagingCore

/// An edit that is shown at once, until the server shows it or it is rolled back.
///
/// It survives refreshes and the eviction of rows, and is forgotten when the server has shown what came of it; nothing
/// that is done to it then has an effect. It does not keep its list alive.
@MainActor
public struct ListEdit<Element: Sendable> {
    /// The edit's name in its list.
    public let id: EditID
    private weak var list: PagedList<Element>?

    init(id: EditID, list: PagedList<Element>) {
        (self.id, self.list) = (id, list)
    }

    /// Its state on the server; `nil` once it is forgotten.
    public var state: EditState? { list?.projection?.list.edit(named: id)?.state }

    /// The server has taken it in. It is shown until an answer to a later request shows what came of it.
    public func confirm() { list?.confirm(id) }

    /// The server has taken it in, and this is the row as it has it: with the identifier and whatever else it gave it.
    ///
    /// For an edit that shows no content of its own, a removal or a move, the same as ``confirm()``. The identifier counts for
    /// a row that was inserted; that of an updated row is the same on the server.
    ///
    /// - Parameter item: the row. Not prepared by the list: give it as it is to be shown.
    public func confirm(as item: Element) { list?.confirm(id, as: item) }

    /// Takes it back: what is shown is as if it had not been made. What the server shows already stays.
    public func rollBack() { list?.rollBack(id) }

    /// Does what is needed to bring it to the server: confirms it when that is done, and rolls it back when that fails.
    ///
    /// ```swift
    /// try await list.remove(id: post.id).confirm { try await api.delete(post.id) }
    /// ```
    ///
    /// - Parameter work: sends it. A task that is cancelled rolls back only what `work` throws of.
    /// - Returns: what `work` returned.
    /// - Throws: what `work` threw, after the edit is rolled back.
    @discardableResult
    public func confirm<Result: Sendable>(
        after work: () async throws -> Result
    ) async throws -> Result {
        do {
            let result = try await work()
            confirm()
            return result
        } catch {
            rollBack()
            throw error
        }
    }
}
