import PagingUI
import Testing

private struct Row: Identifiable, Sendable { let id: Int }

/// A view that notes what it is asked for.
@MainActor
private final class Display: RowsDisplay {
    var isReadyForBatches = true
    var batchesSections = true
    var visibleRows = 0..<5
    var log: [String] = []
    var completion: (@MainActor () -> Void)?
    var count: () -> Int = { 0 }
    var onShow: (() -> Void)?

    func show(
        _ plan: BatchPlan, of update: ListUpdate, advance: @escaping @MainActor () -> Void,
        completion: @escaping @MainActor () -> Void
    ) {
        let before = count()
        advance()
        log.append("batch \(before)→\(count()) -\(plan.deletions) +\(plan.insertions)")
        onShow?()
        onShow = nil
        self.completion = completion
    }
    func reload(_ update: ListUpdate, advance: @MainActor () -> Void) {
        advance()
        log.append("reload \(count())")
    }
    func reconfigure(_ rows: [Int], arrived: [Int]) { log.append("reconfigure \(rows)") }
    func showSections() { log.append("sections") }
}

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ListPresenterTests {
    /// A list of so many rows, all loaded.
    private func loaded(_ count: Int) async throws -> PagedList<Row> {
        let list = PagedList(ArraySource((0..<count).map { Row(id: $0) }))
        list.viewport(0..<count)
        for await change in list.changes where change.after.isFullyLoaded && change.after.count == count { break }
        return list
    }

    @Test func `Each change is a batch, and the next waits until the view is done`() async throws {
        let list = try await loaded(10)
        let (presenter, display) = (ListPresenter(list), Display())
        display.count = { presenter.rows.count }
        presenter.display = display
        try list.remove(id: 3)
        try list.remove(id: 4)
        try list.remove(id: 5)
        #expect(display.log == ["batch 10→9 -[3] +[]"] && presenter.isShowing)
        display.completion?()
        #expect(display.log.last == "batch 9→7 -[3, 4] +[]")
    }

    @Test func `A view that is not laid out is reloaded, and one that is paused is not disturbed`() async throws {
        let list = try await loaded(10)
        let (presenter, display) = (ListPresenter(list), Display())
        display.count = { presenter.rows.count }
        display.isReadyForBatches = false
        presenter.display = display
        try list.remove(id: 3)
        #expect(display.log == ["reload 9"])
        presenter.isPaused = true
        list.update(Row(id: 7))
        try list.remove(id: 8)
        #expect(display.log.count == 1 && presenter.rows.count == 9)
        display.isReadyForBatches = true
        presenter.isPaused = false
        #expect(display.log.dropFirst() == ["batch 9→8 -[7] +[]", "reconfigure [6]"])
    }

    @Test func `Rows whose content changed are configured anew without a batch`() async throws {
        let list = try await loaded(10)
        let (presenter, display) = (ListPresenter(list), Display())
        presenter.display = display
        list.update(Row(id: 7))
        #expect(display.log == ["reconfigure [7]"] && !presenter.isShowing)
    }

    @Test func `Rows that change while a batch is shown are configured at once`() async throws {
        let list = try await loaded(10)
        let (presenter, display) = (ListPresenter(list), Display())
        display.count = { presenter.rows.count }
        presenter.display = display
        try list.remove(id: 3)
        list.update(Row(id: 7))
        #expect(display.log == ["batch 10→9 -[3] +[]", "reconfigure [6]"] && presenter.isShowing)
    }

    @Test func `What a view's own code changes while it is called is shown afterwards`() async throws {
        let list = try await loaded(10)
        let (presenter, display) = (ListPresenter(list), Display())
        display.count = { presenter.rows.count }
        display.onShow = { _ = try? list.remove(id: 8) }
        try list.remove(id: 3)
        presenter.display = display
        #expect(display.log == ["batch 10→9 -[3] +[]"])
        display.completion?()
        #expect(display.log.last == "batch 9→8 -[7] +[]")
    }

    @Test func `Nothing is lost before there is a view, or without one`() async throws {
        let list = try await loaded(10)
        let presenter = ListPresenter(list)
        try list.remove(id: 3)
        #expect(presenter.rows.count == 10)
        var display: Display? = Display()
        display?.count = { presenter.rows.count }
        presenter.display = display
        #expect(display?.log == ["batch 10→9 -[3] +[]"])
        display = nil
        try list.remove(id: 4)
        #expect(presenter.rows.count == 9)
    }
}
