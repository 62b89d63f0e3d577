internal import Paging

/// Events in a line, for logs.
extension FeedEvent {
    /// The event, in a line.
    package var text: String {
        switch self {
        case .viewport(let rows, let landing):
            "looks at \(rows)" + (landing.map { ", will land at \($0)" } ?? "")
        case .answered(let answer, let id): "answer \(id.rawValue), of version \(answer.state): \(answer.content.text)"
        case .failed(let id, let isTransient, _): "request \(id.rawValue) failed\(isTransient ? "" : " for good")"
        case .pin(let positions): "pins \(positions)"
        default: "\(self)"
        }
    }
}

extension FeedAnswer.Content {
    /// The content of an answer, in a line.
    var text: String {
        switch self {
        case .page(let page):
            "\(page.position.map { "at \($0): " } ?? "")\(Self.runs(page.items)), total \(page.total ?? -1), \(page.continuation)"
        case .sections(let counts): "sections \(counts)"
        case .snapshot(let snapshot): "snapshot \(Self.runs(snapshot.identifiers))"
        case .items(let items): "items \(Self.runs(items))"
        case .changes(nil): "cannot tell what changed"
        case .changes(let changes?):
            "\(changes.from) to \(changes.to): removed \(Self.runs(changes.removed)), "
                + "added \(changes.added.map { "\($0.identifier)@\($0.position)" }), total \(changes.total ?? -1)"
                + (changes.hasMore ? ", more" : "")
        case .check(let check): "\(check)"
        case .live(nil, let version): "live, at \(version)"
        case .live(let changes?, _): "live, \(Self.changes(changes).text)"
        }
    }

    /// Numbers, those that count up as one.
    static func runs(_ numbers: [Int]) -> String {
        var parts: [String] = []
        var start = 0
        for index in numbers.indices where index + 1 == numbers.count || numbers[index + 1] != numbers[index] + 1 {
            parts.append(start == index ? "\(numbers[index])" : "\(numbers[start])-\(numbers[index])")
            start = index + 1
        }
        return "[" + parts.joined(separator: " ") + "]"
    }
}
