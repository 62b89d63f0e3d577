internal import Paging

/// Holds a list against the twelve laws after every event.
///
/// It keeps a copy of what is shown, brought forward by the updates alone, and how often each number is in it. An event
/// without an update costs a few comparisons; one with an update costs what the update names; now and then, and
/// at the end, all rows are compared.
package struct LawChecker: Sendable {
    /// Events without news after which a list must have fallen silent.
    package static let quietLimit = 400
    /// Events between two comparisons of all rows.
    static let fullCheckInterval = 128

    /// The violations, the first of each law.
    package private(set) var violations: [LawViolation] = []
    /// How often each law was broken, by its number; 0 is unused.
    package private(set) var counts = [Int](repeating: 0, count: Law.allCases.count + 1)
    /// How many events were taken in.
    package private(set) var events = 0
    /// Rows that were shown while another held the same number, each as often as it was.
    package internal(set) var duplicates = 0
    /// Laws that are not kept yet in this setting.
    private let open: Set<Law>
    /// The most items that may be held; `nil` for any number.
    let budget: Int?
    /// `true` if the server can tell identifiers or changes.
    let isTelling: Bool
    /// `true` if the list's order may be another at any moment.
    let isShuffled: Bool

    var mirror = PagedArray<Int>()
    /// How many slots hold a number.
    var occurrences: ContiguousArray<Int32>
    /// The number of the state that an item was last received from; -1 where it never was.
    var receivedFrom: ContiguousArray<Int32>
    /// In lists that are read in order: by number, the slot that held an item last.
    var slots: ContiguousArray<SlotID?> = []
    /// `true` if the list is read in order.
    let isInOrder: Bool
    /// `true` if a pinned row is promised to stay: not where rows move of which the list was told that they never do.
    let keepsPins: Bool
    /// The content of rows in the view and in the list.
    var content: FaceContent
    /// Pinned slots that held an item, as positions, and what they held.
    var pinned: [(position: Int, number: Int)] = []
    /// Items that a page for the place where they were shown, first of those on screen, did not have, since they were
    /// received.
    var missed = NumberSet()
    /// The last state after which the server could not tell what happened.
    private(set) var untoldAt = Int32(-1)
    /// The last state of which the server did not tell where the rows of the one before have gone; -1 where it always did.
    private var leftOpenAt = Int32(-1)
    /// Items that were there when the list last took a state without what led to it, and were not received since.
    private var untold = NumberSet()
    /// A number that the last update showed twice, and where.
    var repeated: (number: Int, position: Int)?
    private(set) var anchor: Anchor?

    /// The first row on screen that is loaded.
    struct Anchor {
        let position: Int
        let slot: SlotID
        let number: Int
        /// `true` if no placeholder is above it on screen.
        let isFirst: Bool
    }

    /// Makes a checker of an empty list in a setting.
    package init(_ setting: FeedSetting) {
        // A list that was told that its rows never move cannot show moved rows right.
        let unpromised: Set<Law> =
            setting.isUndeclared ? [.becomesRight, .noHoles, .keepsPlace, .walkedPastIsSeen] : []
        open = (setting.holdsOpenLaws ? [] : OpenLaw.laws(in: setting)).union(unpromised)
        budget = setting.policy.itemBudget
        isTelling = setting.combination.features.isTelling
        isShuffled = setting.combination.behavior.ranking == .rebuilt
        keepsPins = !setting.isUndeclared
        isInOrder = !setting.combination.features.contains(.positions)
        content = FaceContent(count: setting.count)
        occurrences = ContiguousArray(repeating: 0, count: setting.count)
        receivedFrom = ContiguousArray(repeating: -1, count: setting.count)
    }

    /// The kind of an event, as far as laws make a difference.
    package struct Occasion: Sendable {
        /// When.
        package var time: Double
        /// `true` if the app emptied the list.
        package var isReload = false
        /// The state that the event's answer was taken from, if it brought one.
        package var answeredFrom: Int?
        /// The place of the event's page on the server, or, where that does not say, in the list; empty where it brought none.
        package var page = 0..<0
        /// The page's items.
        package var pageItems: [Int] = []
        /// `true` if the event brought an answer to a request that was cancelled or answered before.
        package var isLate = false
        /// `true` if the answer was let in.
        package var acceptsAnswer = false
        /// `true` if the list wants nothing more at this instant.
        package var isSettled = true

        /// Makes an occasion at a time.
        package init(time: Double) {
            self.time = time
        }
    }

    /// Notes what is on screen before an event.
    @inline(__always)
    mutating func before(_ rows: PagedArray<Int>, screen: Range<Int>?, on occasion: Occasion) {
        anchor = nil
        guard let screen, screen.lowerBound < rows.count else { return }
        // Only a page can miss a row that is not the first.
        let end = occasion.page.isEmpty ? screen.lowerBound + 1 : min(screen.upperBound, rows.count)
        for position in screen.lowerBound..<end {
            guard let number = rows[position] else { continue }
            anchor = Anchor(
                position: position, slot: rows.slotID(at: position), number: number,
                isFirst: position == screen.lowerBound)
            return
        }
    }

    /// Checks what can be checked after an event.
    ///
    /// - Parameter map: the update's, if there is one.
    mutating func after(
        _ update: ListUpdate?, along map: PositionMap?, rows: PagedArray<Int>, feed: borrowing SimulatedFeed,
        on occasion: Occasion
    ) {
        events += 1
        if let update, let map, !update.isEmpty {
            checkPlace(update, along: map, rows: rows, feed: feed, on: occasion)
            takeIn(update, along: map, rows: rows, feed: feed, on: occasion)
            followLast(of: occasion, along: map)
        }
        if mirror.count != rows.count || mirror.loadedCount != rows.loadedCount {
            report(
                .updatesAreTrue, occasion.time,
                expected: "\(mirror.count) rows, \(mirror.loadedCount) of them loaded, by the updates",
                found: "\(rows.count), \(rows.loadedCount) of them loaded")
            resynchronize(rows)
        } else if events % Self.fullCheckInterval == 0 {
            checkAll(rows, time: occasion.time)
        }
        if occasion.isSettled, !content.unread.isEmpty { checkContent(time: occasion.time) }
        if let budget, rows.loadedCount > budget {
            report(.keepsBudget, occasion.time, expected: "at most \(budget) items", found: "\(rows.loadedCount)")
        }
        if occasion.isLate, occasion.acceptsAnswer {
            report(
                .lateChangesNothing, occasion.time, expected: "an answer that nobody waits for to be left out",
                found: "it was let in")
        }
    }

    /// Notes that a law was broken.
    mutating func report(_ law: Law, _ time: Double, expected: String, found: String) {
        if open.contains(law) { return }
        counts[law.rawValue] += 1
        guard counts[law.rawValue] == 1 else { return }
        violations.append(
            LawViolation(law: law, event: events, time: time, expected: expected, found: found))
    }

    /// `true` if changes report removals without a place: of items that are not loaded, or were last seen before the list lost track.
    func leavesOpen(_ changes: ListChanges<Int>) -> Bool {
        changes.removed.contains { $0 < 0 || $0 >= occurrences.count || occurrences[$0] == 0 || untold.contains($0) }
    }

    /// Notes that the server could not report what happened before a state.
    mutating func isUntold(at state: Int) { untoldAt = Int32(state) }

    /// Notes that changes led to a state without reporting where the rows of the previous one have gone.
    mutating func isLeftOpen(at state: Int) { leftOpenAt = max(leftOpenAt, Int32(state)) }

    /// Notes that the list takes what the server has by now without knowing what happened before.
    mutating func losesTrack() {
        untold.removeAll()
        for (_, number) in mirror.loadedItems { untold.insert(number) }
    }

    /// `true` if the list has kept track of these rows, or has received them since; of the first of them also where it is.
    func isTold(_ range: Range<Int>) -> Bool {
        let seen = range.clamped(to: 0..<mirror.count).compactMap { mirror[$0] }
        guard let first = seen.first else { return true }
        let isPlaced = first >= receivedFrom.count || receivedFrom[first] >= leftOpenAt
        return isPlaced && !seen.contains(where: untold.contains)
    }

    /// `true` if the server itself took an item away or elsewhere, as far as the list could see.
    func isExcused(_ number: Int, feed: borrowing SimulatedFeed, on occasion: Occasion) -> Bool {
        guard number < receivedFrom.count, number < feed.numbersGiven else { return true }
        let touched = feed.touchedIn[number]
        if touched > receivedFrom[number] { return true }
        return occasion.answeredFrom.map { $0 < Int(touched) } ?? false
    }

    /// Notes that items were received.
    mutating func receive(_ items: [Int], from state: Int, numbers: Int) {
        while receivedFrom.count < numbers { receivedFrom.append(-1) }
        for item in items where item < receivedFrom.count { receivedFrom[item] = Int32(state) }
        if !missed.isEmpty { for item in items { missed.remove(item) } }
        if !untold.isEmpty { for item in items { untold.remove(item) } }
    }
}
