internal import Paging

/// A law that the machine does not keep yet, where, and a run that shows it: the one list of what is open. An entry
/// goes when its run keeps the law.
package struct OpenLaw: Sendable {
    /// The law.
    package let law: Law
    /// The behavior instead, in a sentence.
    package let sentence: String
    /// A combination, by its name, in which a seed breaks the law.
    package let example: (combination: String, seed: UInt64, host: FeedHost)
    /// Returns `true` for settings in which the law is not checked.
    let isOpen: @Sendable (FeedSetting) -> Bool

    /// All open cases. `Benchmarks/FeedLab.md` lists further seeds.
    package static let all: [OpenLaw] = [
        OpenLaw(
            law: .walkedPastIsSeen,
            sentence:
                "In a list read by cursors whose rows come, go or move anywhere, rows between two pages are lost.",
            example: ("fixed+rebuilt/cursors", 4_000_039, .paging)
        ) { movesBehindCursors($0.combination) },
        OpenLaw(
            law: .walkedPastIsSeen,
            sentence:
                "An app that pages by hand through a list whose rows come and go, and whose server tells no total, passes over rows.",
            example: ("changes+content/offsets-without-total", 1_000_014, .paging)
        ) { setting in
            let list = setting.combination
            return setting.host == .paging && list.behavior.membership == .changes && list.features.contains(.positions)
                && !list.features.contains(.total) && list.strategy == .observation
        },
        OpenLaw(
            law: .stillScreenFallsSilent,
            sentence:
                "In a list read by cursors whose rows come, go or move anywhere, a gap and a row on screen ask for the same page at once.",
            example: ("fixed+rebuilt/live-cursors", 1_000_341, .scrolling)
        ) { movesBehindCursors($0.combination) },
    ]

    /// `true` if a list is read by cursors and observed alone, while its rows come, go or move anywhere.
    private static func movesBehindCursors(_ list: FeedCombination) -> Bool {
        list.strategy == .observation && !list.features.contains(.positions)
            && (list.behavior.ranking == .rebuilt || list.behavior.membership == .changes)
    }

    /// The laws that are not held in a setting.
    static func laws(in setting: FeedSetting) -> Set<Law> {
        Set(all.lazy.filter { $0.isOpen(setting) }.map(\.law))
    }

    /// The run that shows it.
    package var trial: FeedTrial? {
        guard let combination = FeedCombination.all.first(where: { $0.name == example.combination }) else { return nil }
        var trial = FeedTrial(combination, seed: example.seed, events: 1_000, host: example.host)
        trial.setting.holdsOpenLaws = true
        return trial
    }
}
