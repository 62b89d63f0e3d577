import Testing

@testable import PagingCore

/// Refreshes that come faster than the server answers.
@Suite struct RepeatedRefreshTests {
    private func at(_ milliseconds: Double) -> Instant { Instant(milliseconds: milliseconds) }

    private func machine(_ behavior: ListBehavior) -> ListMachine {
        ListMachine(
            capabilities: .positions, behavior: behavior, policy: LoadPolicy(pageSize: 5, preloads: false), seed: 1)
    }

    /// Pulls every 100 ms over a server that answers after 400.
    ///
    /// - Returns: when the first rows were there, how many requests were answered, and how many jobs ended.
    private func pull(
        _ machine: inout ListMachine, for duration: Double,
        _ act: (inout ListMachine, Instant) -> (job: JobID, effects: ListEffects)
    ) -> (firstRowsAt: Double?, answers: Int, jobs: Int, ended: Set<JobID>) {
        var open: [(request: LoadRequest, due: Double)] = []
        var (firstRowsAt, answers, jobs, ended) = (Double?.none, 0, 0, Set<JobID>())
        func carryOut(_ effects: ListEffects, at now: Double) {
            open.removeAll { effects.cancellations.contains($0.request.id) }
            open += effects.requests.map { ($0, now + 400) }
            for job in effects.finished { ended.insert(job.job) }
        }
        carryOut(machine.viewport(0..<5, now: at(0)), at: 0)
        for step in 0..<Int(duration / 10) {
            let now = Double(step) * 10
            while let index = open.firstIndex(where: { $0.due <= now }) {
                let request = open.remove(at: index).request
                guard case .page(.positions(let asked)) = request.kind else { continue }
                answers += 1
                let rows = asked.clamped(to: 0..<20)
                carryOut(
                    machine.arrived(Page(Array(rows), at: rows.lowerBound, total: 20), for: request.id, now: at(now)),
                    at: now)
                if machine.rows.loadedCount > 0 { firstRowsAt = firstRowsAt ?? now }
            }
            if step % 10 == 0, now < duration - 2_000 {
                jobs += 1
                carryOut(act(&machine, at(now)).effects, at: now)
            }
        }
        return (firstRowsAt, answers, jobs, ended)
    }

    @Test(arguments: [ListBehavior.fixed, ListBehavior(membership: .changes), ListBehavior(membership: .growsOnTop)])
    func `Rows come though the list is refreshed faster than its server answers`(behavior: ListBehavior) {
        var machine = machine(behavior)
        let result = pull(&machine, for: 10_000) { $0.refresh(now: $1) }
        #expect(result.firstRowsAt == 400)
        // One refresh an answer, and each brings what is on screen.
        #expect((15...45).contains(result.answers))
        // Each caller is answered.
        #expect(result.ended.count == result.jobs)
        #expect(machine.phase == .idle)
    }

    @Test func `Rows come though a list without any is reloaded faster than its server answers`() {
        var machine = machine(.fixed)
        let result = pull(&machine, for: 4_000) { $0.rows.isEmpty ? $0.reload(now: $1) : $0.refresh(now: $1) }
        #expect(result.firstRowsAt == 400)
        #expect(result.ended.count == result.jobs)
    }

    @Test func `A refresh while another is under way asks once more for all who came meanwhile`() {
        var machine = machine(.fixed)
        let first = machine.viewport(0..<5, now: at(0)).requests[0]
        _ = machine.arrived(Page(Array(0..<5), at: 0, total: 20), for: first.id, now: at(100))
        let (one, effects) = machine.refresh(now: at(200))
        let request = effects.requests[0]
        let (two, second) = machine.refresh(now: at(250))
        let (three, third) = machine.refresh(now: at(260))
        #expect(second.requests.isEmpty && second.cancellations.isEmpty)
        #expect(third.requests.isEmpty && third.cancellations.isEmpty)
        let answered = machine.arrived(Page(Array(0..<5), at: 0, total: 20), for: request.id, now: at(300))
        #expect(answered.finished.map(\.job) == [one])
        #expect(answered.requests.count == 1)
        let last = machine.arrived(Page(Array(0..<5), at: 0, total: 20), for: answered.requests[0].id, now: at(400))
        #expect(Set(last.finished.map(\.job)) == [two, three])
        #expect(last.requests.isEmpty && machine.phase == .idle)
    }

    @Test func `An answer that does not come is waited for so long, and then another refresh is sent`() {
        var machine = machine(.fixed)
        let first = machine.viewport(0..<5, now: at(0)).requests[0]
        let late = machine.refresh(now: at(Limits.refreshPatience + 1))
        #expect(late.effects.cancellations == [first.id])
        #expect(late.effects.requests.count == 1)
    }

    @Test func `The next refresh keeps to what the server asked for`() {
        var machine = machine(.fixed)
        let first = machine.viewport(0..<5, now: at(0)).requests[0]
        _ = machine.arrived(Page(Array(0..<5), at: 0, total: 20), for: first.id, now: at(100))
        let request = machine.refresh(now: at(200)).effects.requests[0]
        _ = machine.refresh(now: at(250))
        let failed = machine.failed(request.id, isTransient: false, retryAfter: 3_000, now: at(300))
        #expect(failed.requests.isEmpty && failed.wakeAt == at(3_300))
        #expect(machine.wake(now: at(3_300)).requests.count == 1)
    }
}
