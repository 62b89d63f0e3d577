/// The twelve laws of a list, and the precise meaning of each in the simulation.
///
/// *Shown* is the content of the list's rows; *on screen* are the rows shown by the simulated view.
package enum Law: Int, CaseIterable, Hashable, Sendable {
    /// After every event, no number is held by two slots, on screen or not.
    case noDuplicates = 1
    /// The changes stop, the network becomes sound, and the reader scrolls, retries failed requests and refreshes. Once all is silent, each row
    /// on screen has the server's item and content for its position, and the screen ends where the server's list does. The same holds once more
    /// after a jump elsewhere, without a refresh.
    ///
    /// From the refresh, or the jump, until then at most ``FeedSetting/requestsPerScreen(rowsTouched:isTold:isNear:)`` requests are sent. Not
    /// counted are:
    /// - a request for rows that are all off screen, such as the list's first, even if its row of overlap is on screen;
    /// - a request that only asks if the list has changed, since its answer has no body;
    /// - a request for changes that the server cannot report, or reports without the places of rows that the list never had.
    ///
    /// Changes reported in pieces count as one request. The list may have lost track, because the server could not report what changed or
    /// changed faster than it was asked. Rows that it has not received since then are known no better than behind a server that reports only
    /// versions. A screen with such a row may take as many requests as there.
    ///
    /// If the server has no positions, only the order of the rows on screen is compared with the server's, not their positions.
    case becomesRight
    /// At the same moments as in the second law, two neighbors on screen are neighbors on the server. If the list shows a gap between them, the
    /// reader taps it first, until none is left on screen.
    case noHoles
    /// When an update arrives while the list is on screen, and the first visible slot holds an item, that slot keeps its identity and its item.
    /// The view keeps the slot in place, so it goes on showing that row in the same place. There are three exceptions: the server removed or
    /// moved that item since the list last received it, the answer was taken from a state before the item came to its place, or the app reloads.
    ///
    /// Some servers report neither identifiers nor changes, or just could not, or reported the removal of items that the list has not received
    /// since it last lost track. Then a removed row and a row pushed far away look the same: a page shows others in its place, and the list
    /// looks for the row once. The row may go when a page for its place lacks it for the second time, even if placeholders were above it on
    /// screen the first time. In a list whose order may be rebuilt nothing says where to look, so it may go the first time.
    ///
    /// If the server has no positions, a page's place is behind the row that it follows, wherever that is shown or would be had it not been
    /// evicted.
    case keepsPlace
    /// Without new events the list falls silent, after at most ``LawChecker/quietLimit`` answers, failures and timers since the server, the
    /// reader or the app last did anything. A failure may name a time for which the server wants no requests. Until it is over, no request of
    /// the failed kind is sent, unless the app reloads, refreshes or retries.
    case fallsSilent
    /// Each update is one that UIKit's batch rules allow. Replayed onto the rows shown before, it gives the rows and the content shown now. The
    /// view reads a row's content if an update names the row as inserted or changed, never because the row moved. Once the list wants nothing
    /// more at an instant, each row of the view shows the content that the list received last. A list restored from its saved state shows the
    /// same as before.
    case updatesAreTrue
    /// After every event no more items are held than the budget allows, and a pinned slot that held an item still does,
    /// unless the server removed or moved that item or the app reloads.
    case keepsBudget
    /// An answer to a request that was cancelled or already answered is rejected, and fills no row. The law has no further check of its own:
    /// late, repeated, reordered and lost answers are part of every simulation.
    case lateChangesNothing
    /// No job is left without an end. A list is silent when it has no open request and names no time to be woken. Then every `loadMore`,
    /// `refresh` and `reload` has ended, well or with a failure. That includes jobs asked for while others waited, after refusals and after
    /// giving up. A job ends once.
    case jobsEnd
    /// Rows that the reader walks past are seen. A reader goes down, and rows leave his screen at its top. Take two items that left one after
    /// the other. Every item that the server has between them, and had when it sent them, was on his screen before, unless a placeholder or a
    /// gap was between the two as they left. Going up, the same holds at the bottom. A missing item is judged when the list is silent: it is a
    /// hole if the two are still neighbors, and the item is nowhere in the list.
    ///
    /// Drags, refreshes, restarts and updates continue a walk. A move by more than a screen at once, looking away and a reload begin another. A
    /// host that pages by hand shows all rows, and has passed all of them whenever the list is silent. An item that the server moved or added
    /// since the list received it proves nothing about its neighbors. If the list follows snapshots, the last one sets the order and the time at
    /// which the server had the items.
    ///
    /// If ``FeedCombination/walkPromise`` promises less, the reader of a list view looks back at the missing place and retries failed requests.
    /// It is a hole if it is still one once everything that he asked for has loaded.
    case walkedPastIsSeen
    /// Content never goes back. An answer's content for an item with a row is never older than the content the view shows for it, if the row
    /// stays in place or moves.
    case contentNeverGoesBack
    /// A still screen falls silent. Between two actions of the reader, the app or the server, no rows are asked for more than
    /// ``SilenceLedger/repeats`` times, except rows of a failed request, which are asked for again with back-off. There are no more requests
    /// than the screen needs, by ``FeedSetting/requestsWhileStill(rows:)``.
    case stillScreenFallsSilent
}

/// A law that was broken: when, what was expected, what was found.
package struct LawViolation: Error, Hashable, Sendable {
    /// The law that was broken.
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
