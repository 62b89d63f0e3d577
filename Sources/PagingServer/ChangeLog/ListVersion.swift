/// Names a state of a list: of which log, and which of its changes are in it.
struct ListVersion: Hashable {
    /// Tells this log's versions from all others.
    var epoch: String
    /// The highest number of a change, or of a transaction, that the state has.
    var sequence: Int64
    /// The numbers below that it does not have: transactions that were open then, in ascending order. None on SQLite.
    var gaps: [ClosedRange<Int64>] = []

    init(epoch: String, sequence: Int64, gaps: [ClosedRange<Int64>] = []) {
        (self.epoch, self.sequence, self.gaps) = (epoch, sequence, gaps)
    }

    /// As answers have it: `2-EPOCH-NUMBER`, and behind it how far below the gaps are: `-3.7_9`.
    var text: String {
        let gaps = gaps.map { gap in
            let (last, first) = (sequence - gap.upperBound, sequence - gap.lowerBound)
            return first == last ? "\(first)" : "\(last)_\(first)"
        }
        return "\(Responder.format)-\(epoch)-\(sequence)" + (gaps.isEmpty ? "" : "-" + gaps.joined(separator: "."))
    }

    /// Reads a version, or the `ETag` that has it; `nil` where it is none of this server's.
    init?(_ text: String) {
        let tag = text.hasPrefix("W/") ? text.dropFirst(2) : text[...]
        let parts = tag.drop { $0 == "\"" }.prefix { $0 != "\"" }.split(
            separator: "-", omittingEmptySubsequences: false)
        guard 3...4 ~= parts.count, parts[0] == "\(Responder.format)", !parts[1].isEmpty,
            let sequence = Int64(parts[2]),
            sequence >= 0
        else { return nil }
        self.init(epoch: String(parts[1]), sequence: sequence)
        guard parts.count == 4 else { return }
        let texts = parts[3].split(separator: ".", omittingEmptySubsequences: false)
        guard texts.count <= ServerLimits.versionGaps else { return nil }
        for text in texts {
            let ends = text.split(separator: "_", omittingEmptySubsequences: false).map { Int64($0) }
            guard 1...2 ~= ends.count, let last = ends[0], let first = ends[ends.count - 1], 0 < last, last <= first,
                first < sequence, gaps.last.map({ $0.upperBound < sequence - first }) ?? true
            else { return nil }
            gaps.append((sequence - first)...(sequence - last))
        }
    }

    /// Whether it may have a change that another version of the same log has not.
    func isLater(than other: ListVersion) -> Bool {
        sequence > other.sequence
            || other.gaps.contains { gap in gap.lowerBound <= sequence && !gaps.contains { $0 == gap } }
    }
}
