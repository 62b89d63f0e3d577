/// The counts of futile answers before the machine gives up.
///
/// Each counts answers in a row that did not help, and ends with the first that does. ``reset()`` clears all of them: the server may have
/// recovered by the time a reader scrolls or an app asks for data.
struct Patience: Sendable {
    /// Answers in a row without a new row.
    var fruitless = FruitlessAnswers()
    /// Answers in a row to requests by position of an app that pages by hand, without a row that was not loaded. A further request of the app
    /// does not end the count.
    var fruitlessByHand = FruitlessAnswers()
    /// The number of rows in the last such answer.
    var rowsByHand = 0
    /// Answers of earlier versions in a row.
    var outdatedAnswers = 0
    /// The rows that the last of them was about, in a list without versions.
    var outdatedRows: Range<Int>?
    /// Pages refused in a row until the changes before them are known; pages that waited for the same answer count once.
    var refusals = 0
    /// `true` if a page was refused until the answer under way is here.
    var hasRefused = false
    /// `true` if the server is known to be at a later version than the one shown, so that pages would be refused until the changes in between
    /// are known.
    var isBehind = false
    /// Answers in a row with only a part of the changes.
    var changesInPieces = 0
    /// How often the list has gone back to an earlier version since a reader last scrolled.
    var reversions = 0
    /// Answers since a reader scrolled or an app asked for data.
    var answersSinceInput = 0
    /// Answers of sections in a row whose row count differed from the list's.
    var sectionMismatches = 0
    /// The reason why no more requests are sent, or `nil` as long as some are.
    var failure: LoadFailure?

    /// `true` if answers go on contradicting each other, so that no more requests are sent.
    var isExhausted: Bool { answersSinceInput >= Limits.answersSinceInput }

    /// A reader scrolled or an app asked for data, so requests that were given up may be tried again. The counts of
    /// outdated answers stay.
    mutating func resume() { (answersSinceInput, reversions, failure) = (0, 0, nil) }

    /// A page was of the version shown, or its version was adopted.
    mutating func pageFits() { (refusals, isBehind) = (0, false) }

    /// Begins afresh.
    mutating func reset() { self = Patience() }
}
