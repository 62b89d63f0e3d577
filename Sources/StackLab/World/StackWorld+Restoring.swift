internal import Foundation
internal import Paging
internal import PagingCore

extension StackWorld {
    /// The app ends at this very moment, and another one begins with what it saved.
    func restore() async throws {
        await settle()
        let json: Data
        do {
            json = try list.saved().json()
        } catch {
            throw violation(.told, "the list cannot be saved: \(error)")
        }
        // An edit that is confirmed may be over by then.
        func pending() -> [EditID] { list.edits.filter { $0.state == .pending }.map(\.id) }
        let (rows, edits) = (Array(list.rows), pending())
        let (gaps, titles) = (list.gapPositions, list.sections?.map(\.title))
        // Rows of a source that was replaced are shown until others come, and are not saved.
        let isOnlyShown = list.showsPreviousSource
        leave(list)
        do {
            list = try PagedList(
                source(), restoring: FeedState<StackRow, Int>(json: json), behavior: setting.behavior, policy: policy,
                clock: clock, seed: setting.seed)
        } catch {
            throw violation(.told, "what was saved cannot be restored: \(error)")
        }
        if isHiding { hideSome() }
        // Rows in place of an end may come with a restored list, whose end may have moved.
        let isAsSaved = setting.extras.loading == .padded ? list.rows.starts(with: rows) : Array(list.rows) == rows
        if !isOnlyShown, !isAsSaved || pending() != edits {
            throw violation(
                .updatesAreTrue,
                "saved were \(text(rows)) with \(edits.count) edits, restored \(text(Array(list.rows))) with \(pending().count)"
            )
        }
        let restored = list.sections?.map(\.title)
        if !isOnlyShown, list.gapPositions != gaps || restored != titles {
            throw violation(
                .updatesAreTrue,
                "saved were gaps at \(gaps) and titles \(titles ?? []), restored gaps at \(list.gapPositions) and titles \(restored ?? [])"
            )
        }
        show()
        if let place = try FeedState<StackRow, Int>(json: json).place { look(at: list.position(of: place)) }
    }

    /// Nothing more is heard of a list: its app has ended.
    func leave(_ list: PagedList<StackRow>) {
        former.append(list)
        endProcess()
        for viewer in [ViewerID.main, Self.second] { list.removeViewer(viewer) }
    }
}
