internal import Paging

/// A cache between client and server that answers from what it has, for a time, whatever the server has meanwhile: of pages of which the server
/// does not say that they must not be kept. A request that says so goes past it.
final class AnswersBetween: Sendable {
    private let kept = Locked<[String: (answer: StackAnswer, time: Duration)]>([:])
    private static let lifetime = Duration.seconds(3_600)

    /// An answer that is kept.
    func answer(_ target: String, headers: [(name: String, value: String)], now: Duration) -> StackAnswer? {
        if headers.contains(where: { ["cache-control", "if-none-match"].contains($0.name.lowercased()) }) {
            return nil
        }
        guard let (answer, time) = kept.withLock({ $0[target] }), now - time < Self.lifetime else { return nil }
        var aged = answer
        aged.headers.append(("Age", "\((now - time).components.seconds)"))
        return aged
    }

    /// Keeps an answer.
    func keep(_ answer: StackAnswer, to target: String, now: Duration) {
        let mayBeKept = !answer.headers.contains {
            $0.0.lowercased() == "cache-control" && ($0.1.contains("no-") || $0.1.contains("private"))
        }
        if answer.status == 200, mayBeKept { kept.withLock { $0[target] = (answer, now) } }
    }
}
