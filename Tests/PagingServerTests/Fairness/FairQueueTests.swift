import PagingTesting
import Testing

@testable import PagingServer

/// Whose work begins next, in virtual time: nanoseconds that a simulation counts.
@Suite struct FairQueueTests {
    private static let millisecond: Int64 = 1_000_000

    private struct Request {
        var client: String
        var list: String
        var cost: Int64
        var cameAt: Int64 = 0
    }

    /// A server with as many threads as ours, and clients each of whose answers is followed by its next request.
    private struct Simulation {
        private(set) var queue = FairQueue<Request>()
        private(set) var now: Int64 = 0
        private(set) var running: [(request: Request, end: Int64, ticket: FairQueue<Request>.Ticket)] = []
        /// Nanoseconds spent on each client.
        private(set) var spent: [String: Int64] = [:]
        /// The longest that a request of each client has waited.
        private(set) var longestWait: [String: Int64] = [:]
        private(set) var mostAtOnce: [String: Int] = [:]

        mutating func ask(_ request: Request) {
            var request = request
            request.cameAt = now
            let isAdded = queue.add(request, of: request.client, in: request.list)
            #expect(isAdded)
            begin()
        }

        private mutating func begin() {
            while running.count < ServerLimits.answeringThreads, let next = queue.next() {
                let request = next.element
                running.append((request, now + request.cost, next.ticket))
                longestWait[request.client] = max(longestWait[request.client] ?? 0, now - request.cameAt)
                let count = running.count { $0.request.client == request.client }
                mostAtOnce[request.client] = max(mostAtOnce[request.client] ?? 0, count)
                // Each has a connection, at once.
                #expect(running.count <= ServerLimits.maximumConnections)
                #expect(running.count { $0.request.list == request.list } <= ServerLimits.connectionsPerList)
            }
        }

        /// Lets time pass until `end`; each request that is answered is followed by `next`.
        mutating func run(until end: Int64, _ next: (Request) -> Request?) {
            while let first = running.indices.min(by: { running[$0].end < running[$1].end }), running[first].end <= end
            {
                let done = running.remove(at: first)
                now = done.end
                spent[done.request.client, default: 0] += done.request.cost
                queue.finish(done.ticket, cost: done.request.cost)
                if let request = next(done.request) { ask(request) }
                begin()
            }
            now = end
        }
    }

    /// One that asks for a dear thing 24 times at once, of three lists, and one that asks for a cheap thing now and then: of another list, and of
    /// one of these.
    @Test(arguments: ["d", "a"]) func `Who asks for cheap things waits for none of the dear ones`(list: String) {
        var simulation = Simulation()
        for number in 0..<24 {
            simulation.ask(Request(client: "heavy", list: ["a", "b", "c"][number % 3], cost: 300 * Self.millisecond))
        }
        for turn in 1...500 {
            simulation.run(until: Int64(turn) * 10 * Self.millisecond) { $0.client == "heavy" ? $0 : nil }
            simulation.ask(Request(client: "light", list: list, cost: 2 * Self.millisecond))
        }
        #expect(simulation.longestWait["light"] == 0)
        #expect(simulation.mostAtOnce["heavy"] == ServerLimits.dearRequests)
        // Nothing rests meanwhile.
        #expect(simulation.spent["heavy"] ?? 0 > 4_000 * Self.millisecond * Int64(ServerLimits.dearRequests))
    }

    /// Of two that ask for as much as they get, each has the same time, whatever one request costs and however many there are.
    @Test func `Each client has its share of the time`() {
        var simulation = Simulation()
        for number in 0..<40 {
            let list = ["a", "b", "c"][number % 3]
            simulation.ask(Request(client: "one", list: list, cost: 300 * Self.millisecond))
            if number % 4 == 0 { simulation.ask(Request(client: "two", list: list, cost: 30 * Self.millisecond)) }
        }
        simulation.run(until: 30_000 * Self.millisecond) { $0 }
        let (one, two) = (simulation.spent["one"] ?? 0, simulation.spent["two"] ?? 0)
        // One of what costs most, for each that runs.
        #expect(abs(one - two) <= 300 * Self.millisecond * Int64(ServerLimits.dearRequests), "\(one) and \(two)")
    }

    /// A client that comes later has no claim to what others have had, and one that was idle has saved up nothing.
    @Test func `Nobody saves up`() {
        var simulation = Simulation()
        for number in 0..<12 {
            simulation.ask(Request(client: "one", list: ["a", "b"][number % 2], cost: 100 * Self.millisecond))
        }
        simulation.run(until: 20_000 * Self.millisecond) { $0 }
        let before = simulation.spent["one"] ?? 0
        for number in 0..<12 {
            simulation.ask(Request(client: "two", list: ["a", "b"][number % 2], cost: 100 * Self.millisecond))
        }
        simulation.run(until: 40_000 * Self.millisecond) { $0 }
        let (one, two) = ((simulation.spent["one"] ?? 0) - before, simulation.spent["two"] ?? 0)
        #expect(abs(one - two) <= 100 * Self.millisecond * 2 * Int64(ServerLimits.dearRequests), "\(one) and \(two)")
    }

    /// A client whose work was not measured yet begins a part of it, whatever its lists, and another one goes first then.
    @Test func `What is not known to be cheap does not take all`() {
        var queue = FairQueue<Int>()
        for number in 0..<30 { _ = queue.add(number, of: "new", in: "list \(number % 3)") }
        var begun = 0
        while queue.next() != nil { begun += 1 }
        #expect(begun == ServerLimits.dearRequests)
        _ = queue.add(30, of: "other", in: "list 0")
        let next = queue.next()
        #expect(next?.element == 30)
    }

    /// A client names the list that it asks about.
    @Test(arguments: 1...8) func `Nothing is kept of lists, by whatever names, of which nobody asks any more`(
        seed: UInt64
    ) {
        var random = SplitMix64(seed: seed)
        var queue = FairQueue<Int>()
        var running: [FairQueue<Int>.Ticket] = []
        for step in 0..<2_000 {
            switch random.below(4) {
            case 0, 1:
                let (client, list) = ("client \(random.below(20))", "list \(random.below(500))")
                _ = queue.add(step, of: client, in: list, until: UInt64(step + random.below(40)))
            case 2:
                if running.count < ServerLimits.answeringThreads, let next = queue.next() {
                    running.append(next.ticket)
                }
            default:
                _ = queue.expire(at: UInt64(step))
                if !running.isEmpty {
                    queue.finish(running.remove(at: random.below(running.count)), cost: Int64(random.below(9)))
                }
            }
        }
        _ = queue.expire(at: .max)
        for ticket in running { queue.finish(ticket, cost: 1) }
        #expect(queue.next() == nil)
        #expect(queue.keptLists == 0)
    }
}
