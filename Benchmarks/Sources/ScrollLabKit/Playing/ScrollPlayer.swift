@testable import PagingCore
import PagingTesting

/// Plays a trace against a policy and a network, in virtual time.
///
/// Theory of operation. Three kinds of events are taken in order of time: frames of the trace, answers (and time-outs) of
/// the network, and the wakings that policies asked for. What happens at the very moment of a frame:
///
/// - An answer that comes exactly when a frame is drawn is too late for that frame. A request sent with a frame and
///   answered 200 ms later thus costs 13 frames at 60 Hz.
/// - What was asked for before the first frame, when the list was made, and is answered exactly then is in time: a list
///   that starts to load when it is made waits 12 frames.
/// - Answers and wakings of the same moment come in the order in which they were set off.
///
/// The playing ends with the trace's last frame. Times are the trace's own numbers, added up as they are, so that two
/// moments that should be the same may differ in the last bit; the same trace always gives the same order.
struct ScrollPlayer {
    private let trace: ScrollTrace
    private var network: Network
    private var seats: [Seat]
    private var meter: ScrollMeter
    private var requests: [ScrollRun.Request] = []
    private var missing: [PositionSet] = []
    private var indices: [RequestKey: Int] = [:]
    private var sequence = 0
    /// Requests sent before the first frame have lower numbers.
    private var firstFrameSequence = 0
    /// The seat of each view, in the order of ``ScrollTrace/viewers``.
    private let viewers: [Int]
    /// The rows that each seat's views show.
    private var shown: [(viewer: Int, seat: Int, rows: Range<Int>)] = []

    /// How often policies were woken without time going on, and when last.
    private var wakings = 0
    private var wokenAt = -1.0
    /// More wakings than this at one moment are a policy that goes in circles.
    private static let mostWakings = 1000

    /// A policy at work, and the desk it works at.
    private final class Seat {
        var policy: any ScrollPolicy
        var desk: Desk
        /// The order in which the waking was set among other events.
        var wakeSequence = 0

        init(policy: any ScrollPolicy, desk: Desk) {
            (self.policy, self.desk) = (policy, desk)
        }
    }

    private init(
        _ trace: ScrollTrace, policy: () -> any ScrollPolicy, network: NetworkModel, pageSize: Int, seed: UInt64
    ) {
        self.trace = trace
        self.network = Network(network, seed: seed)
        meter = ScrollMeter(trace)
        viewers = trace.viewers
        let first = policy()
        // A policy that does not know of several views is a list of its own in each of them.
        let others = type(of: first).servesAllViews ? [] : viewers.dropFirst().map { _ in policy() }
        seats = ([first] + others).map {
            Seat(policy: $0, desk: Desk(listRows: trace.listRows, pageSize: pageSize))
        }
    }

    /// Plays a trace from its first frame to its last.
    ///
    /// - Parameters:
    ///   - trace: what the reader does.
    ///   - policy: makes who loads.
    ///   - network: what it loads from.
    ///   - pageSize: rows a page has.
    ///   - seed: where chance starts; the same seed gives the same run.
    static func play(
        _ trace: ScrollTrace, policy: () -> any ScrollPolicy, network: NetworkModel, pageSize: Int, seed: UInt64
    ) -> ScrollRun {
        var player = ScrollPlayer(trace, policy: policy, network: network, pageSize: pageSize, seed: seed)
        for seat in player.seats.indices {
            let viewer = player.viewers[seat]
            let opening = trace.frames.first { $0.viewer == viewer }.map { trace.rows(of: $0) } ?? 0..<0
            player.act(seat, at: 0) {
                ($1.opening, $1.viewer) = (opening, viewer)
                $0.start(&$1)
            }
        }
        player.firstFrameSequence = player.sequence
        for index in trace.frames.indices { player.play(frame: index) }
        return player.finish()
    }

    private mutating func play(frame index: Int) {
        let frame = trace.frames[index]
        let time = frame.milliseconds
        while let event = nextEvent(), event.time < time || event.time == time && event.sequence <= firstFrameSequence {
            take(event)
        }
        let (rows, landing) = (trace.rows(of: frame), trace.landing(of: frame))
        let seat = seats.count == 1 ? 0 : viewers.firstIndex(of: frame.viewer) ?? 0
        act(seat, at: time) { policy, desk in
            (desk.viewport, desk.landing, desk.viewer) = (rows, landing, frame.viewer)
            policy.frame(&desk)
        }
        let gaps = seats[seat].policy.missing(in: rows, seats[seat].desk)
        meter.drew(frame: index, missing: gaps, at: time)
        missing.append(gaps)
        shown.removeAll { $0.viewer == frame.viewer }
        shown.append((frame.viewer, seat, rows))
    }

    private func finish() -> ScrollRun {
        let end = trace.frames[trace.frames.count - 1].milliseconds
        var requests = requests
        for index in requests.indices where requests[index].outcome == .pending { requests[index].endedAt = end }
        return ScrollRun(measures: meter.finished(), requests: requests, missing: missing)
    }

    // MARK: Events between frames

    private struct Event {
        var time: Double
        var sequence: Int
        /// The seat to wake; `nil` for an answer.
        var seat: Int?
        var answer: Network.Event?
    }

    private func nextEvent() -> Event? {
        var first = network.next().map { Event(time: $0.time, sequence: $0.sequence, seat: nil, answer: $0) }
        for index in seats.indices {
            guard let time = seats[index].desk.wakeAt else { continue }
            let event = Event(time: time, sequence: seats[index].wakeSequence, seat: index)
            if let known = first, (known.time, known.sequence) <= (time, event.sequence) { continue }
            first = event
        }
        return first
    }

    private mutating func take(_ event: Event) {
        if let seat = event.seat {
            wakings = event.time > wokenAt ? 0 : wakings + 1
            wokenAt = event.time
            precondition(wakings < Self.mostWakings, "a policy asks to be woken at \(event.time) ms again and again")
            seats[seat].desk.wakeAt = nil
            act(seat, at: event.time) { $0.woke(&$1) }
        }
        guard let answer = event.answer, let index = indices.removeValue(forKey: answer.key) else { return }
        network.finish(answer)
        meter.answered()
        requests[index].endedAt = event.time
        requests[index].outcome = answer.isLost ? .failed : .answered
        let rows = requests[index].rows
        act(answer.key.seat, at: event.time) { policy, desk in
            if answer.isLost {
                policy.failed(answer.key.request, rows: rows, &desk)
            } else {
                desk.loaded.insert(rows)
                policy.answered(answer.key.request, rows: rows, &desk)
            }
        }
        for view in shown where view.seat == answer.key.seat {
            let gaps = seats[view.seat].policy.missing(in: view.rows, seats[view.seat].desk)
            meter.arrived(missing: gaps.count, viewer: view.viewer, at: event.time)
        }
    }

    /// Lets a policy act, and carries out what it ordered.
    private mutating func act(_ index: Int, at time: Double, _ action: (inout any ScrollPolicy, inout Desk) -> Void) {
        let seat = seats[index]
        seat.desk.now = time
        let wakeBefore = seat.desk.wakeAt
        action(&seat.policy, &seat.desk)
        let orders = seat.desk.orders
        seat.desk.orders.removeAll(keepingCapacity: true)
        for order in orders { carryOut(order, of: index, at: time) }
        if let wake = seat.desk.wakeAt, wake != wakeBefore {
            seat.desk.wakeAt = max(wake, time)
            sequence += 1
            seat.wakeSequence = sequence
        }
    }

    private mutating func carryOut(_ order: Desk.Order, of seat: Int, at time: Double) {
        switch order {
        case .ask(let request, let rows):
            let key = RequestKey(seat: seat, request: request)
            sequence += 1
            indices[key] = requests.count
            requests.append(ScrollRun.Request(rows: rows, askedAt: time, endedAt: time, outcome: .pending))
            network.send(key, rows: rows.count, sequence: sequence, at: time)
            meter.asked(for: rows.count)
        case .cancel(let request):
            let key = RequestKey(seat: seat, request: request)
            guard network.cancel(key, at: time), let index = indices.removeValue(forKey: key) else { return }
            requests[index].endedAt = time
            requests[index].outcome = .cancelled
            meter.cancelled()
        }
    }
}
