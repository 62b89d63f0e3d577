internal import Foundation

/// Takes the parts of an answer from the thread that reads them to the one that sends them: a few parts at most wait in it.
///
/// The thread that reads waits where the client is slower, until a time after which the state of the database is not held any longer.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `condition` is locked.
final class ResponsePipe: @unchecked Sendable {
    /// The answer will not be whole: its client has gone, or has taken too long.
    struct BrokenOff: Error {}

    private enum State {
        case open
        /// All parts were put in.
        case finished
        case failed(any Error)
    }

    private let condition = NSCondition()
    private let end: Date
    private var head: Response?
    private var parts: [[UInt8]] = []
    private var hasParts = false
    private var state = State.open
    private var isWanted = true
    private var wake: (@Sendable () -> Void)?

    /// - Parameter milliseconds: how long the answer may take, from now on.
    init(milliseconds: Int) { end = Date(timeIntervalSinceNow: Double(milliseconds) / 1000) }

    // MARK: The thread that reads

    /// Says what the answer begins with.
    ///
    /// - Throws: ``BrokenOff`` where parts of an answer are there already: it would be another one that begins now.
    func begin(_ response: Response) throws {
        try condition.withLock {
            guard !hasParts else { throw BrokenOff() }
            head = response
        }
    }

    /// Puts in the next part, once there is room.
    func put(_ bytes: [UInt8]) throws {
        let wake = try condition.withLock {
            while isWanted, parts.count >= ServerLimits.streamedParts {
                guard condition.wait(until: end) else { throw BrokenOff() }
            }
            guard isWanted else { throw BrokenOff() }
            parts.append(bytes)
            hasParts = true
            condition.broadcast()
            return self.wake
        }
        wake?()
    }

    /// Says that there will be no more parts.
    ///
    /// - Parameter error: what was thrown; `nil` where the answer is whole.
    func finish(_ error: (any Error)?) {
        let wake = condition.withLock {
            state = error.map(State.failed) ?? .finished
            condition.broadcast()
            return self.wake
        }
        wake?()
    }

    // MARK: The sender

    /// Waits until the first part is there.
    ///
    /// - Throws: what failed before.
    func response() throws -> Response {
        try condition.withLock {
            while parts.isEmpty, case .open = state { condition.wait() }
            if parts.isEmpty, case .failed(let error) = state { throw error }
            guard let head else { throw BrokenOff() }
            return head
        }
    }

    func next() -> StreamPart {
        condition.withLock {
            if !parts.isEmpty {
                defer { condition.broadcast() }
                return .bytes(parts.removeFirst())
            }
            guard isWanted else { return .failed }
            switch state {
            case .open: return .nothing
            case .finished: return .end
            case .failed: return .failed
            }
        }
    }

    func whenReady(_ wake: @escaping @Sendable () -> Void) { condition.withLock { self.wake = wake } }

    /// The client wants no more of it.
    func cancel() {
        let wake = condition.withLock {
            isWanted = false
            parts = []
            condition.broadcast()
            return self.wake
        }
        wake?()
    }
}
