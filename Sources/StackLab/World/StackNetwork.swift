internal import Foundation
package import PagingHTTP
internal import PagingCore
package import PagingTesting
internal import Paging

#if canImport(FoundationNetworking)
    package import FoundationNetworking
#else
    package import Foundation
#endif

/// The wire between a source and a server, in virtual time: it delays, loses and reorders by a seed, and remembers what was asked.
package final class StackNetwork: HTTPTransport {
    /// The wire's hazards for requests.
    package struct Hazards: Hashable, Sendable {
        /// The longest way there and back, in milliseconds.
        package var delay = 0
        /// How many of a hundred requests get no answer, or a 503.
        package var losses = 0
        /// How many of the first requests fail.
        package var failsFirst = 0
        /// Time is the world's, not the machine's.
        package var isVirtual = true
    }

    private struct State: Sendable {
        var times: [String: Int] = [:]
        var targets: [String] = []
        /// The outcome of each request, by its number, counted from 1, or `nil` if no history is kept.
        var fates: [Int: String]?
        var isOffline = false
        var losses = 0
        var isCalm = false
        var between: AnswersBetween?
    }

    package let hazards: Hazards
    private let server: any StackServer
    private let clock: VirtualClock
    private let seed: UInt64
    private let state = Locked(State())

    package init(_ server: any StackServer, _ hazards: Hazards, clock: VirtualClock, seed: UInt64) {
        (self.server, self.hazards, self.clock, self.seed) = (server, hazards, clock, seed)
    }

    private static let mostRequests = 2_000

    /// The targets that were asked for, in order.
    package var targets: [String] { state.withLock { $0.targets } }
    /// The requests sent after the first `sent`, with the outcome of each, a line each.
    package func history(since sent: Int) -> [String] {
        state.withLock { state in
            state.targets.indices.dropFirst(sent).map { "\(state.targets[$0]) → \(state.fates?[$0 + 1] ?? "open")" }
        }
    }

    /// How many requests were lost.
    package var losses: Int { state.withLock(\.losses) }

    /// `true` if the outcome of each request is kept for a history.
    package var keepsHistory: Bool {
        get { state.withLock { $0.fates != nil } }
        set { state.withLock { $0.fates = newValue ? [:] : nil } }
    }

    private func note(of number: Int, _ fate: () -> String) {
        guard keepsHistory else { return }
        let fate = fate()
        state.withLock { $0.fates?[number] = fate }
    }

    /// `true` if nothing gets through.
    package var isOffline: Bool {
        get { state.withLock { $0.isOffline } }
        set { state.withLock { $0.isOffline = newValue } }
    }
    /// `true` if a cache is on the way.
    package var hasCache: Bool {
        get { state.withLock { $0.between != nil } }
        set { state.withLock { $0.between = newValue ? AnswersBetween() : nil } }
    }
    /// Nothing is delayed or lost any more.
    package var isCalm: Bool {
        get { state.withLock { $0.isCalm } }
        set { state.withLock { $0.isCalm = newValue } }
    }

    package func answer(to request: URLRequest, maximumBytes: Int) async throws -> HTTPAnswer {
        let target = request.url?.absoluteString ?? ""
        let (isOffline, calm, number, again) = state.withLock { state in
            state.targets.append((request.httpMethod ?? "GET") + " " + target)
            state.times[target, default: 0] += 1
            return (state.isOffline, state.isCalm, state.targets.count, state.times[target]!)
        }
        // By the request and not by the order of requests, which are sent by several threads: the same seed is the same world.
        var random = SplitMix64(
            seed: target.utf8.reduce(seed &+ UInt64(again)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
        // Never at the same time, not even without delay: what comes first is drawn, too, and answers do not overlap.
        let longest = 1_000 + (calm ? 0 : hazards.delay) * 500_000
        let there = Int.random(in: 1...longest, using: &random)
        let back = Int.random(in: 1...longest, using: &random)
        let fate = Int.random(in: 0..<100, using: &random)
        // A walk that no bound holds would never come back: it waits, so that the world sees how much was asked.
        if number > Self.mostRequests {
            if !hazards.isVirtual { throw URLError(.badURL) }
            try await clock.sleep(for: .seconds(86_400))
        }
        if hazards.isVirtual { try await clock.sleep(for: .nanoseconds(there)) }
        let isLost = isOffline || !calm && (number <= hazards.failsFirst || fate < hazards.losses)
        if isLost {
            note(of: number) { "lost" }
            state.withLock { $0.losses += 1 }
            if isOffline || fate % 2 == 0 { throw URLError(.networkConnectionLost) }
            let busy = server.busy
            return HTTPAnswer(status: busy.status, headers: HTTPHeaders(busy.headers), body: Data(busy.body))
        }
        let headers = (request.allHTTPHeaderFields ?? [:]).map { (name: $0.key, value: $0.value) }
        let path = target.hasPrefix("http://localhost") ? String(target.dropFirst("http://localhost".count)) : target
        let between = request.httpMethod == "HEAD" ? nil : state.withLock(\.between)
        let now = clock.now.offset
        let kept = between?.answer(target, headers: headers, now: now)
        let answer = kept ?? server.answer(path, headers: headers)
        if kept == nil { between?.keep(answer, to: target, now: now) }
        note(of: number) {
            let identifiers = String(decoding: answer.body, as: UTF8.self).matches(of: /"id":([0-9]+)/).map { $0.1 }
            return "\(answer.status): \(identifiers.prefix(60).joined(separator: " "))"
        }
        if hazards.isVirtual { try await clock.sleep(for: .nanoseconds(back)) }
        return HTTPAnswer(status: answer.status, headers: HTTPHeaders(answer.headers), body: Data(answer.body))
    }
}
