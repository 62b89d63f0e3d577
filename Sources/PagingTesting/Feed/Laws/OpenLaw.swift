internal import Paging

/// A law that the machine does not keep yet, where, and a run that shows it: the one list of what is open. An entry
/// goes when its run keeps the law.
public struct OpenLaw: Sendable {
    /// The law.
    public let law: Law
    /// What happens instead, in a sentence.
    public let sentence: String
    /// A combination, by its name, in which a seed breaks the law.
    public let example: (combination: String, seed: UInt64, host: FeedHost)
    /// Where the law is not held.
    let isOpen: @Sendable (FeedSetting) -> Bool

    /// All that is open. `Documentation/Progress.md` has the histories.
    public static let all: [OpenLaw] = [
        OpenLaw(
            law: .updatesAreTrue,
            sentence: "Of a page read by a cursor, rows that are next to a checkpoint change without an update.",
            example: ("grows+content/cursors", 1_000_003, .scrolling)
        ) { setting in
            let list = setting.combination
            return list.machinery == .observation && list.behavior.content == .changes
                && !list.faces.contains(.positions)
        },
        OpenLaw(
            law: .updatesAreTrue,
            sentence: "A row that a page takes elsewhere changes without an update.",
            example: ("changes+rebuilt+content/offsets", 1_000_021, .scrolling)
        ) { setting in
            let list = setting.combination
            return list.isUnversioned && list.behavior.content == .changes && list.faces.contains(.positions)
                && !(list.growsInOrder && list.faces.contains(.total))
        },
        OpenLaw(
            law: .walkedPastIsSeen,
            sentence: "An app that pages by hand is shown no sign of rows that a page has shown to be missing.",
            example: ("changes/offsets", 1_000_000, .paging)
        ) { setting in
            let list = setting.combination
            return setting.host == .paging && (list.machinery == .observation || list.machinery == .changes)
                && (list.behavior.ranking == .rebuilt
                    || list.faces.contains(.positions) && !(list.growsInOrder && list.faces.contains(.total)))
        },
        OpenLaw(
            law: .walkedPastIsSeen,
            sentence:
                "Where the server's limit cuts the row of overlap off, or two pages are under way at once, rows are passed over.",
            example: ("grows+rebuilt/offsets-without-total", 1_000_009, .scrolling)
        ) { setting in
            let (list, policy) = (setting.combination, setting.policy)
            return setting.host != .paging && list.isUnversioned && list.faces.contains(.positions)
                && (setting.quirks.limit <= policy.maximumRequestSize || policy.maximumRequestsInFlight > 1)
                && (list.behavior.ranking == .rebuilt || !list.faces.contains(.total))
        },
        OpenLaw(
            law: .walkedPastIsSeen,
            sentence:
                "Behind a page whose row of overlap is another than before, the next row is still believed to follow.",
            example: ("grows+content/offsets-without-total", 1_000_001, .scrolling)
        ) { setting in
            let list = setting.combination
            return setting.host != .paging && list.isUnversioned && list.growsInOrder && !list.faces.contains(.total)
                && list.faces.contains(.positions)
        },
        OpenLaw(
            law: .walkedPastIsSeen,
            sentence: "In a list read by cursors whose rows come and go anywhere, rows between two pages are lost.",
            example: ("changes/cursors", 1_000_018, .scrolling)
        ) { setting in
            let list = setting.combination
            return setting.host != .paging && list.machinery == .observation && !list.faces.contains(.positions)
                && !list.growsInOrder
        },
    ]

    /// The laws that are not held in a setting.
    static func laws(in setting: FeedSetting) -> Set<Law> {
        Set(all.lazy.filter { $0.isOpen(setting) }.map(\.law))
    }

    /// The run that shows it.
    public var trial: FeedTrial? {
        guard let combination = FeedCombination.all.first(where: { $0.name == example.combination }) else { return nil }
        var trial = FeedTrial(combination, seed: example.seed, events: 1_000, host: example.host)
        trial.setting.holdsOpenLaws = true
        return trial
    }
}

extension FeedCombination {
    /// Whether pages alone tell what changed, without saying of which state they are.
    fileprivate var isUnversioned: Bool { machinery == .observation && !faces.contains(.versions) }

    /// Whether rows only come on top, and stay in order.
    fileprivate var growsInOrder: Bool { behavior.membership == .growsOnTop && behavior.ranking == .stable }
}
