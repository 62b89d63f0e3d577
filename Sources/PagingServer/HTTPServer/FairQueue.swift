/// Chooses the client whose work begins next, by the cost of each client's work over all lists, not by the number of its requests.
///
/// Each client has a *tag*, the total cost of the work begun for it. The client with the lowest tag comes next, if there is room for its
/// work. A new client starts with the tag of the work that began last: idle clients save up nothing, and a new client does not wait until the
/// others have had as much. The cost is known once work is done. Until then it is estimated from the client's recent work on that list.
///
/// A running request cannot be interrupted, so some connections are kept free. Dear work never holds all connections, over all lists or of one list,
/// and neither does work that was measured less than twice: the first request may also read a catalog. Cheap work begins at once, however much dear
/// work runs and waits.
///
/// Pure: it reads no clock. Costs are nanoseconds in the database. Source: Goyal, Vin and Cheng, "Start-time Fair Queueing", 1996.
struct FairQueue<Element> {
    /// Work that has begun.
    struct Ticket {
        fileprivate let client: String
        fileprivate let lane: String
        fileprivate let kind: Kind
        fileprivate let expected: Int64
    }

    /// The class of work before it is done, by the cost of earlier work of the client on the list.
    fileprivate enum Kind { case cheap, dear, unmeasured }

    private struct Flow: Hashable {
        let client: String
        let lane: String
    }

    private struct Waiting {
        let number: Int
        let element: Element
        let end: UInt64
    }

    private struct Client {
        var tag: Int64
        var running = 0
        var dear = 0
        var waiting: [String: [Waiting]] = [:]
    }

    private struct Lane {
        var running = 0
        var dear = 0
        var waiting = 0
    }

    private var clients: [String: Client] = [:]
    /// The clients with waiting work, a few of those in `clients`.
    private var asking: Set<String> = []
    private var lanes: [String: Lane] = [:]
    /// The cost of a client's recent work on a list: the lower of the first two costs, then a moving average.
    private var costs: [Flow: (cost: Int64, count: Int)] = [:]
    /// The number of running pieces of work that are dear or unmeasured.
    private var dear = 0
    /// The same for each client and list.
    private var running: [Flow: Int] = [:]
    /// The number of lists with an entry.
    var keptLists: Int { lanes.count }
    private var number = 0
    /// The tag of the work that began last.
    private var tag: Int64 = 0

    /// Adds work.
    ///
    /// - Parameters:
    ///   - client: the client; empty for programs of this machine, which do not count as one client.
    ///   - lane: the list that the work is on.
    ///   - end: the time until which it may wait.
    /// - Returns: `false` if the list has no room for more waiting work.
    mutating func add(_ element: Element, of client: String, in lane: String, until end: UInt64 = .max) -> Bool {
        guard lanes[lane, default: Lane()].waiting < ServerLimits.requestsWaitingPerList else { return false }
        var entry = clients[client] ?? Client(tag: tag)
        if entry.running == 0, entry.waiting.isEmpty { entry.tag = max(entry.tag, tag) }
        number += 1
        entry.waiting[lane, default: []].append(Waiting(number: number, element: element, end: end))
        clients[client] = entry
        asking.insert(client)
        lanes[lane, default: Lane()].waiting += 1
        return true
    }

    /// Begins the next work. Returns `nil` if no work waits or none has room.
    mutating func next() -> (element: Element, end: UInt64, ticket: Ticket)? {
        var (client, lane, lowest, first) = ("", "", Int64.max, Int.max)
        for name in asking {
            guard let candidate = clients[name], candidate.tag <= lowest, let place = place(name, candidate) else {
                continue
            }
            // Of two clients with the same tag, the one whose work has waited longer.
            if candidate.tag == lowest, place.number > first { continue }
            (client, lane, lowest, first) = (name, place.lane, candidate.tag, place.number)
        }
        guard let waiting = take(client, lane) else { return nil }
        let ticket = Ticket(
            client: client, lane: lane, kind: costKind(client, lane), expected: expected(client, lane))
        tag = max(tag, lowest)
        begin(ticket)
        return (waiting.element, waiting.end, ticket)
    }

    /// The list of a client's next work, or `nil` if none of its work has room.
    private func place(_ name: String, _ client: Client) -> (lane: String, number: Int)? {
        var (place, first) = (String?.none, Int.max)
        for (lane, waiting) in client.waiting where waiting[0].number < first {
            guard hasRoom(for: costKind(name, lane), of: Flow(client: name, lane: lane), client) else { continue }
            (place, first) = (lane, waiting[0].number)
        }
        return place.map { ($0, first) }
    }

    /// Ends work.
    ///
    /// - Parameter cost: its time in the database, in nanoseconds.
    mutating func finish(_ ticket: Ticket, cost: Int64) {
        let flow = Flow(client: ticket.client, lane: ticket.lane)
        if costs.count >= ServerLimits.countedClients { costs = [:] }
        // A cached answer says nothing about the cost of the next one.
        if let known = costs[flow], cost > 0 {
            let average = known.count == 1 ? min(known.cost, cost) : known.cost + (cost - known.cost) / 4
            costs[flow] = (average, min(2, known.count + 1))
        } else if costs[flow] == nil {
            costs[flow] = (cost, 1)
        }
        clients[ticket.client]?.tag += max(cost, ServerLimits.leastCostNanoseconds) - ticket.expected
        count(ticket, -1)
        forgetLane(ticket.lane)
        forgetClients()
    }

    /// Removes the work that has waited for too long.
    mutating func expire(at now: UInt64) -> [Element] {
        var late: [Element] = []
        for name in asking {
            for (lane, waiting) in clients[name]?.waiting ?? [:] {
                for _ in waiting.prefix(while: { $0.end < now }) {
                    if let taken = take(name, lane) { late.append(taken.element) }
                }
                forgetLane(lane)
            }
        }
        return late
    }

    private func costKind(_ client: String, _ lane: String) -> Kind {
        guard let known = costs[Flow(client: client, lane: lane)], known.count > 1 else { return .unmeasured }
        return known.cost < Int64(ServerLimits.dearMilliseconds) * 1_000_000 ? .cheap : .dear
    }

    /// All work has a least cost. Otherwise a client that asks for kept answers would come before all others.
    private func expected(_ client: String, _ lane: String) -> Int64 {
        max(costs[Flow(client: client, lane: lane)]?.cost ?? 0, ServerLimits.leastCostNanoseconds)
    }

    private func hasRoom(for kind: Kind, of flow: Flow, _ client: Client) -> Bool {
        let lane = lanes[flow.lane, default: Lane()]
        guard lane.running < ServerLimits.threadsPerList else { return false }
        let under = running[flow, default: 0]
        // A client may begin one dear request to a list even if dear work has used up its share: on a busy machine cheap work looks dear.
        let mayBegin =
            (flow.client.isEmpty || client.dear < ServerLimits.dearRequests)
            && dear < ServerLimits.maximumConnections - 1
        return switch kind {
        case .cheap: true
        case .dear:
            lane.dear < ServerLimits.dearRequestsPerList && (dear < ServerLimits.dearRequests || under == 0 && mayBegin)
        case .unmeasured: under < ServerLimits.unmeasuredRequests && mayBegin
        }
    }

    private mutating func take(_ client: String, _ lane: String) -> Waiting? {
        guard var waiting = clients[client]?.waiting[lane], !waiting.isEmpty else { return nil }
        let first = waiting.removeFirst()
        clients[client]?.waiting[lane] = waiting.isEmpty ? nil : waiting
        if clients[client]?.waiting.isEmpty == true { asking.remove(client) }
        lanes[lane]?.waiting -= 1
        return first
    }

    private mutating func begin(_ ticket: Ticket) {
        clients[ticket.client]?.tag += ticket.expected
        count(ticket, 1)
    }

    private mutating func count(_ ticket: Ticket, _ change: Int) {
        clients[ticket.client]?.running += change
        lanes[ticket.lane, default: Lane()].running += change
        guard ticket.kind != .cheap else { return }
        dear += change
        lanes[ticket.lane]?.dear += change
        clients[ticket.client]?.dear += change
        let flow = Flow(client: ticket.client, lane: ticket.lane)
        let count = running[flow, default: 0] + change
        running[flow] = count > 0 ? count : nil
    }

    /// Forgets a list without work. Clients choose the names of lists, so they could fill the memory.
    private mutating func forgetLane(_ name: String) {
        if let lane = lanes[name], lane.running == 0, lane.waiting == 0 { lanes[name] = nil }
    }

    /// Forgets clients without work if there are many.
    private mutating func forgetClients() {
        guard clients.count > ServerLimits.countedClients else { return }
        clients = clients.filter { $0.value.running > 0 || !$0.value.waiting.isEmpty }
    }
}
