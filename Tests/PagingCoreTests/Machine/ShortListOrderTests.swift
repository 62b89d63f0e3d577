import Testing

@testable import PagingCore

/// Lists about as short as a screen, of which no answer tells the length, with answers in every order.
@Suite struct ShortListOrderTests {
    /// A server of so many rows, which answers when it is told to.
    private struct Play {
        var machine: ListMachine
        let count: Int
        var answer: (Range<Int>) -> Page<Int>
        var waiting: [LoadRequest] = []
        var requests = 0
        var time = 0.0

        var now: Instant { Instant(milliseconds: time) }

        mutating func take(_ effects: ListEffects) {
            waiting.removeAll { effects.cancellations.contains($0.id) }
            waiting += effects.requests
            requests += effects.requests.count
            time += 1
        }

        /// Answers one at a time, chosen by seed, until nothing is asked for.
        mutating func settle(_ random: inout SplitMix64, limit: Int = 60) {
            while !waiting.isEmpty, requests < limit {
                let request = waiting.remove(at: Int.random(in: 0..<waiting.count, using: &random))
                guard case .page(.positions(let asked)) = request.kind else { continue }
                take(machine.arrived(answer(asked), for: request.id, now: now))
            }
        }
    }

    private func play(_ count: Int, _ behavior: ListBehavior, pageSize: Int) -> Play {
        Play(
            machine: ListMachine(
                capabilities: .positions, behavior: behavior, policy: LoadPolicy(pageSize: pageSize), seed: 1),
            count: count,
            answer: { asked in
                Page(Array(asked.clamped(to: 0..<max(count, 1)).filter { $0 < count }), at: asked.lowerBound)
            })
    }

    @Test(arguments: [ListBehavior.fixed, ListBehavior(membership: .changes)], [5, 7, 20])
    func `The list is as long as the server's, and few requests show it`(behavior: ListBehavior, pageSize: Int) {
        for count in 0...22 {
            for seed in 0..<8 as Range<UInt64> {
                var random = SplitMix64(seed: seed)
                var play = play(count, behavior, pageSize: pageSize)
                play.take(play.machine.viewport(0..<10, now: play.now))
                play.settle(&random)
                play.take(play.machine.viewport(0..<10, now: play.now))
                play.settle(&random)
                let comment: Comment = "\(count) rows, seed \(seed)"
                if count <= 10 {
                    #expect(play.machine.rows.count == count && play.machine.isComplete, comment)
                } else {
                    play.take(play.machine.viewport(count - 10..<count, now: play.now))
                    play.settle(&random)
                    #expect(play.machine.rows.count == count && play.machine.isComplete, comment)
                }
                #expect(play.requests <= 4 + 2 * (count / pageSize), comment)
            }
        }
    }
}
