/// All that is counted before the machine gives up.
///
/// Each count is of answers in a row that did not help, and ends with the first that does. ``reset()`` forgets all of them: a
/// reader who looks elsewhere, or an app that asks for something, may find a server that has recovered.
struct Patience: Sendable {
    /// Answers in a row without a new row.
    var fruitless = FruitlessAnswers()
    /// Answers in a row to requests of an app that pages by hand, by position, without a row that was not loaded. A further request of
    /// the app does not end the count.
    var fruitlessByHand = FruitlessAnswers()
    /// Rows of the last such answer.
    var rowsByHand = 0
    /// Answers of earlier versions in a row.
    var outdatedAnswers = 0
    /// Pages refused in a row until the changes before them are known; pages that waited for the same answer count once.
    var refusals = 0
    /// `true` if a page was refused until the answer that is under way is here.
    var hasRefused = false
    /// `true` if the list is known to be further on than the one shown, so that pages would be refused until the changes in between are known.
    var isBehind = false
    /// Answers in a row that brought only a part of the changes.
    var changesInPieces = 0
    /// How often the list has gone back to an earlier version since a reader last looked.
    var reversions = 0
    /// Answers since a reader looked elsewhere or an app asked for something.
    var answersSinceInput = 0
    /// Sections in a row that had more or fewer rows than the list.
    var sectionMismatches = 0
    /// Why nothing more is asked for; `nil` as long as something is.
    var failure: LoadFailure?

    /// `true` if answers go on contradicting each other, so that nothing more is asked for.
    var isExhausted: Bool { answersSinceInput >= Limits.answersSinceInput }

    /// A reader scrolled or an app asked for data, so requests that were given up may be tried again. The counts of
    /// outdated answers stay.
    mutating func resume() { (answersSinceInput, reversions, failure) = (0, 0, nil) }

    /// A page was of the version that is shown, or was adopted.
    mutating func pageFits() { (refusals, isBehind) = (0, false) }

    /// Begins afresh.
    mutating func reset() { self = Patience() }
}
