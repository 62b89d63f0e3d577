/// The twelve laws of a list, and precisely what each is taken to mean here.
///
/// *Shown* is the content of the list's rows; *on screen* are those that the simulated view shows.
package enum Law: Int, CaseIterable, Hashable, Sendable {
    /// After every event, no number is held by two slots, on screen or not.
    case noDuplicates = 1
    /// The changes stop, the network becomes sound, the reader looks, asks again for what failed, and refreshes. Once all
    /// is silent, each row on screen holds what the server has at its position and reads as it does there, and the screen
    /// ends where the server's list does. The same holds once more after a jump elsewhere, without a refresh. From the
    /// refresh, or the jump, until that is so at most ``FeedSetting/requestsPerScreen(rowsTouched:isTold:isNear:)``
    /// requests are sent; one for rows that are all off screen, such as the list's first, does not count, whether or not
    /// the row of overlap that proves them next to the screen is on it, nor one that only asks whether the list has
    /// changed, for its answer has no body, nor one for changes that the server cannot tell, or tells without saying where
    /// rows went that the list never had; changes that it tells in pieces count as one. Of rows that the list has not
    /// received since it lost track, because the server could not tell what changed or changed faster than it was asked, no
    /// more is known than behind one that tells versions alone, and a screen with one of them may take as many requests as
    /// there. Where the server has no positions, only the order of the rows on screen is held against the server's, not
    /// where they are.
    case becomesRight
    /// As the second law, at the same moments: two neighbors on screen are neighbors on the server. Where the list shows
    /// a gap between them, the reader taps it first, until none is left on screen.
    case noHoles
    /// When an update arrives while the list is looked at, and the first visible slot holds an item, that slot keeps its
    /// identity and its item, so the view, which keeps the slot in place, goes on showing that row where it was. It
    /// may go, or hold another item, only where the server removed or moved that item since the list last received it, or
    /// where the answer was taken from a state before the item came to its place; and when the app reloads.
    ///
    /// Behind a server that tells neither identifiers nor changes, or just could not, or told of items that went without the
    /// list having had them since it last lost track, a row that went and one that was pushed far away look the same: a page
    /// shows others in its place. There the list looks for it once. When the page for the place where it is shown then does
    /// not have it for the second time, it may go, also where placeholders were above it on screen the first time; in a list
    /// whose order may be rebuilt, where nothing says where to look, the first time.
    /// Where the server has no positions, a page's place is behind the row that it follows, wherever that is shown, or would be
    /// had it not been evicted.
    case keepsPlace
    /// Without new events the list falls silent: after at most ``LawChecker/quietLimit`` answers, failures and timers
    /// since anything was done to the server, by the reader or by the app. A failure may name a time for which the server
    /// wants to be left alone: until it is over, nothing of the kind that failed is asked for, unless the app reloads,
    /// refreshes or retries.
    case fallsSilent
    /// Each update is one that UIKit's batch rules allow, and, replayed onto what was shown, gives what is shown now: the
    /// rows, and their content. The view reads a row's content when an update names the row as inserted or changed, never
    /// because the row moved. Once the list wants nothing more at an instant, each row of the view shows the content that
    /// the list received last. A list restored from its saved state shows what it showed.
    case updatesAreTrue
    /// After every event no more items are held than the budget allows, and a pinned slot that held an item still does,
    /// unless the server removed or moved that item or the app reloads.
    case keepsBudget
    /// An answer to a request that was cancelled or answered before is not let in, and fills nothing. Beyond that the
    /// law has no check of its own: late, repeated, reordered and lost answers are part of every simulation.
    case lateChangesNothing
    /// No job is left without an end. A list is silent when no request of it is open and it names no time to be woken; then
    /// every `loadMore`, `refresh` and `reload` has ended, well or with a failure, also those asked for while others waited,
    /// after refusals and after giving up. A job ends once.
    case jobsEnd
    /// Walked past is seen. A reader goes down, and rows leave his screen at its top. Take two items that left one after the
    /// other. Every item that the server has between them, and had when it sent them, was on his screen before, unless a
    /// placeholder or a gap was between the two as they left. Going up, the same holds at the bottom. What is missing is
    /// judged when the list is silent: it is a hole if the two are still neighbors, and the item is nowhere in the list.
    ///
    /// Drags, refreshes, restarts and updates go on with a walk; moving by more than a screen at once, looking away and a
    /// reload begin another. A host that pages by hand shows all rows, and has passed all of them whenever the list is silent.
    /// An item that the server moved or added since the list received it says nothing of its neighbors. Where the list goes by
    /// snapshots, the order is that of the last one, and so is the time at which the server had the items.
    ///
    /// Where ``FeedCombination/walkPromise`` says no more, the reader of a list view looks back at what is missing and asks
    /// again for what failed, and it is a hole if it is one still when all that he asked for is there.
    case walkedPastIsSeen
    /// Content never goes back. What an answer brings of an item that has a row is never older than what the view shows of it, whether
    /// the row stays where it is or goes elsewhere.
    case contentNeverGoesBack
    /// A still screen falls silent. Between two things that reader, app or server do, no rows are asked for more than
    /// ``SilenceLedger/repeats`` times, those that a failed request was for excepted, which are asked for again with back-off; and
    /// there are no more requests than the screen needs, by ``FeedSetting/requestsWhileStill(rows:)``.
    case stillScreenFallsSilent
}

/// A law that was broken: when, what was expected, what was found.
package struct LawViolation: Error, Hashable, Sendable {
    /// Which law.
    package var law: Law
    /// How many events the list had taken in.
    package var event: Int
    /// Milliseconds from the start.
    package var time: Double
    /// The law's demand here.
    package var expected: String
    /// The finding.
    package var found: String
}

extension LawViolation: CustomStringConvertible {
    /// The violation in a line.
    package var description: String {
        "law \(law.rawValue) (\(law)) at event \(event), \(Int(time)) ms: expected \(expected); found \(found)"
    }
}
