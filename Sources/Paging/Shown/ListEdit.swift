public import PagingCore

/// An edit that is shown at once, until the server shows it or it is rolled back.
///
/// It survives refreshes and the eviction of rows. It is forgotten when the server has shown its result; calling its methods then has no effect.
/// It does not keep its list alive.
@MainActor
public struct ListEdit<Element: Sendable> {
    /// The edit's identifier in its list.
    public let id: EditID
    private weak var list: PagedList<Element>?

    init(id: EditID, list: PagedList<Element>) {
        (self.id, self.list) = (id, list)
    }

    /// Its state on the server, or `nil` once it is forgotten.
    public var state: EditState? { list?.projection?.list.edit(named: id)?.state }

    /// Confirms that the server has accepted it. It is shown until an answer to a later request shows its result.
    public func confirm() { list?.confirm(id) }

    /// Confirms that the server has accepted it, with the server's row: its identifier and any other values that the server set.
    ///
    /// For an edit without content of its own, a removal or a move, it is the same as ``confirm()``. The identifier matters for an inserted row;
    /// an updated row keeps its own on the server.
    ///
    /// - Parameter item: the row, as it is to be shown: the list does not prepare it.
    public func confirm(as item: Element) { list?.confirm(id, as: item) }

    /// Undoes it: the rows are shown as if it had not been made. Rows that the server shows already stay.
    public func rollBack() { list?.rollBack(id) }

    /// Runs the work that sends it to the server: confirms it when that is done, and rolls it back when that fails.
    ///
    /// ```swift
    /// try await list.remove(id: post.id).confirm { try await api.delete(post.id) }
    /// ```
    ///
    /// - Parameter work: sends it. If the task is cancelled, it is rolled back only if `work` throws.
    /// - Returns: the result of `work`.
    /// - Throws: the error of `work`, after the edit is rolled back.
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
