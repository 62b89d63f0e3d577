internal import Paging

/// The real machine, with something between it and the checker that breaks one law on purpose: a test of the checker.
struct SabotagedMachine: FeedSubject {
    private var machine: ListMachine
    private let law: Law
    private var shown = PagedArray<Int>()
    private var firstVisible: Int?
    private var updates = 0
    private var lastRequest: FeedRequest?

    init(_ machine: ListMachine, breaking law: Law) {
        (self.machine, self.law) = (machine, law)
    }

    var rows: PagedArray<Int> { shown }
    var gapPositions: [Int] { machine.gapPositions }
    var startIsKnown: Bool { machine.startIsKnown }

    mutating func handle(_ event: FeedEvent, now: Instant) -> FeedEffects {
        if case .viewport(let rows, _) = event { firstVisible = rows.lowerBound }
        var effects = machine.handle(losesItems ? event.losingAnItem : event, now: now)
        if let update = effects.update {
            updates += 1
            let before = shown
            // Breaks the second law: after a while nothing that comes is shown.
            let isBlind = law == .becomesRight && updates > 20
            let map = update.positionMap
            shown.apply(update) { [machine] position in
                isBlind ? map.oldPosition(of: position).flatMap { before[$0] } : machine.rows[position]
            }
            effects.update = distorted(update)
            if law == .updatesAreTrue { effects.rereads = PositionSet() }
        }
        if law == .fallsSilent, effects.wakeAt == nil { effects.wakeAt = now.advanced(byMilliseconds: 10) }
        if law == .lateChangesNothing, case .answered = event { effects.acceptsAnswer = true }
        if law == .contentNeverGoesBack { effects.withheld = [] }
        if law == .stillScreenFallsSilent { repeatRequest(in: &effects) }
        if law == .jobsEnd { effects.finishedJobs.removeAll { $0 % 3 == 0 } }
        return effects
    }

    /// Asks for the same again and again.
    private mutating func repeatRequest(in effects: inout FeedEffects) {
        lastRequest = effects.requests.last ?? lastRequest
        guard let last = lastRequest, effects.requests.isEmpty, !last.kind.isLive else { return }
        updates += 1
        effects.requests = [FeedRequest(RequestID(1_000_000_000 + updates), last.kind)]
    }

    private var losesItems: Bool { law == .noHoles || law == .walkedPastIsSeen }

    private mutating func distorted(_ update: ListUpdate) -> ListUpdate {
        var update = update
        switch law {
        case .noDuplicates:
            guard updates % 5 == 0, let target = update.changed.ranges.last?.last else { break }
            guard let twin = shown.loadedItems.first(where: { $0.position != target }) else { break }
            shown.fill([twin.item], at: target)
        case .keepsPlace:
            guard update.isInPlace, let first = firstVisible, first + 1 < shown.count else { break }
            guard let one = shown[first], let other = shown[first + 1] else { break }
            shown.fill([other, one], at: first)
            update.changed = update.changed.union(PositionSet(first..<first + 2))
        case .updatesAreTrue where machine.behavior.movesRows && machine.behavior.content == .changes:
            // That a row which moved has other content as well is never told.
            break
        case .updatesAreTrue:
            guard updates % 5 == 0, let range = update.changed.ranges.first else { break }
            update.changed = update.changed.subtracting(PositionSet(range))
        case .becomesRight, .noHoles, .fallsSilent, .keepsBudget, .lateChangesNothing, .jobsEnd, .walkedPastIsSeen,
            .contentNeverGoesBack, .stillScreenFallsSilent:
            break
        }
        return update
    }
}

extension FeedEvent {
    /// The same event; of a page without one of its inner items, and those behind it closed up.
    fileprivate var losingAnItem: FeedEvent {
        guard case .answered(var answer, let id) = self, case .page(var page) = answer.content else { return self }
        guard page.items.count > 4 else { return self }
        page.items.remove(at: page.items.count / 2)
        answer.content = .page(page)
        return .answered(answer, id)
    }
}
