/// The name of a list's state: its log, and the changes that are in it.
struct ListVersion: Hashable {
    /// The part of versions that no other log has.
    var epoch: String
    /// The highest number of a change, or of a transaction, that the state has.
    var sequence: Int64
    /// A random number of that change or transaction, which another one with the same number does not have: a copy of the database may
    /// have been put back in between. 0 if there was none yet.
    var mark: Int64
    /// The numbers below that it does not have: transactions that were open then, in ascending order. None on SQLite.
    var gaps: [ClosedRange<Int64>] = []

    init(epoch: String, sequence: Int64, mark: Int64 = 0, gaps: [ClosedRange<Int64>] = []) {
        (self.epoch, self.sequence, self.mark, self.gaps) = (epoch, sequence, mark, gaps)
    }

    /// The version in answers: `2-EPOCH-NUMBER.MARK`, then the distances of the gaps below: `-3.7_9`.
    var text: String {
        let gaps = gaps.map { gap in
            let (last, first) = (sequence - gap.upperBound, sequence - gap.lowerBound)
            return first == last ? "\(first)" : "\(last)_\(first)"
        }
        return "\(Responder.format)-\(epoch)-\(sequence)" + (mark == 0 ? "" : "." + String(mark, radix: 36))
            + (gaps.isEmpty ? "" : "-" + gaps.joined(separator: "."))
    }

    /// Reads a version, or the `ETag` that has it. Returns `nil` if it is none of this server's.
    init?(_ text: String) {
        let tag = text.hasPrefix("W/") ? text.dropFirst(2) : text[...]
        let parts = tag.drop { $0 == "\"" }.prefix { $0 != "\"" }.split(
            separator: "-", omittingEmptySubsequences: false)
        guard 3...4 ~= parts.count, parts[0] == "\(Responder.format)", !parts[1].isEmpty else { return nil }
        let numbers = parts[2].split(separator: ".", omittingEmptySubsequences: false)
        guard 1...2 ~= numbers.count, let sequence = Int64(numbers[0]), sequence >= 0 else { return nil }
        var mark: Int64 = 0
        if numbers.count == 2 {
            guard let number = Int64(numbers[1], radix: 36), number > 0 else { return nil }
            mark = number
        }
        self.init(epoch: String(parts[1]), sequence: sequence, mark: mark)
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

    /// `true` if it may have a change that another version of the same log does not have.
    func isLater(than other: ListVersion) -> Bool {
        sequence > other.sequence
            || other.gaps.contains { gap in gap.lowerBound <= sequence && !gaps.contains { $0 == gap } }
    }
}
