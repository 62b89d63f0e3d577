import Foundation
import Testing

@testable import Paging
@testable import PagingCore

/// Every public error of the list and its core says what happened, what to do, and has a code that is its case's name.
@Suite struct ErrorTextTests {
    @Test func `A defect of a page`() throws {
        let defects: [PageDefect] = [
            .negativeTotal(-1), .totalTooLarge(1 << 60), .positionOutOfRange(-1), .emptyPage(position: 3),
            .misplacedPage(asked: 1, answered: 2), .duplicateIdentifier(position: 2, first: 1),
            .repeatedCursor(position: 3), .mixedVersions(position: 3), .noProgress(position: 3, answers: 4),
            .unsettled(position: 3, answers: 4),
        ]
        check(defects) { $0.code }
        #expect(Set(defects.map(\.code) + ["no-way-above"]) == (try documented("PageDefect")))
        #expect(PageDefect.noWayAbove.code == "no-way-above")
        #expect(
            PageDefect.noWayAbove.recoverySuggestion == "Set Page.beginning in the source, or begin the list at .start."
        )
        #expect(PageDefect.negativeTotal(-1).failureReason == "The server says that the list has -1 rows.")
    }

    @Test func `A defect of a saved state`() throws {
        let contradictions: [StateDefect] = [
            .tooLong(1 << 60), .repeatedItem(position: 2, first: 1), .snapshotOfOtherLength(identifiers: 1, slots: 2),
            .snapshotOfOtherItem(position: 1), .repeatedIdentifier(position: 1), .misplacedCheckpoint(index: 1),
            .misplacedGap(index: 1), .staleBeyondEnd(3), .sectionsOfOtherLength(rows: 1, slots: 2),
            .historyWithHole(position: 1), .misplacedEdit(EditID(rawValue: 1)), .repeatedEdit(EditID(rawValue: 1)),
        ]
        for defect in contradictions {
            #expect(defect.reason.hasPrefix("The state contradicts itself: "))
            checkText(FeedStateDefect.contradictory(reason: defect.reason))
        }
        let defects: [FeedStateDefect] = [
            .otherFormat(9), .unreadable(place: "rows", reason: "It is cut short."),
            .contradictory(reason: contradictions[0].reason),
            .otherIdentifiers(state: "Int"),
        ]
        check(defects) { $0.code }
        #expect(Set(defects.map(\.code)) == (try documented("FeedStateDefect")))
    }

    @Test func `A defect of an edit`() throws {
        let defects: [(EditDefect, String)] = [
            (.missingRow, "missing-row"), (.missingNeighbor, "missing-neighbor"), (.existingRow, "existing-row"),
            (.besideItself, "beside-itself"),
        ]
        for (defect, code) in defects {
            #expect(defect.code == code)
            checkText(defect)
        }
        #expect(Set(defects.map(\.1)) == (try documented("EditDefect")))
    }

    @Test func `An error of a source`() throws {
        let requests: [PageRequest] = [
            .positions(0..<3), .after(nil, limit: 3), .before(nil, limit: 3), .before("c", limit: 3),
            .around("7", limit: 3),
        ]
        for request in requests {
            #expect(UnsupportedRequest(request).code == "unsupported-request")
            checkText(UnsupportedRequest(request))
        }
        for capability in [SourceCapabilities.identifiers, .snapshots, .changes, .live, .checks] {
            #expect(MissingCapability(capability: capability).code == "missing-capability")
            checkText(MissingCapability(capability: capability))
        }
        let preparation = PreparationError(given: 3, returned: 2)
        #expect(preparation.code == "preparation-error")
        #expect(preparation.failureReason == "prepare: was given 3 items and returned 2.")
        checkText(preparation)
        #expect(RowNotFound(id: "7").code == "row-not-found")
        checkText(RowNotFound(id: "7"))
        let codes: Set = [
            "missing-capability", "preparation-error", "row-not-found", "unsupported-request",
        ]
        #expect(codes == (try documented("Errors of one kind")))
    }

    private func check<Defect: LocalizedError & CustomStringConvertible>(
        _ defects: [Defect], code: (Defect) -> String
    ) {
        for defect in defects {
            #expect(code(defect) == caseName(defect))
            checkText(defect)
        }
    }

    private func checkText(_ error: some LocalizedError & CustomStringConvertible) {
        let (reason, suggestion) = (error.failureReason ?? "", error.recoverySuggestion ?? "")
        #expect(reason.hasSuffix(".") && suggestion.hasSuffix("."), "\(error)")
        #expect(error.description == "\(reason) \(suggestion)")
        #expect(error.errorDescription == error.description)
        #expect(error.localizedDescription == error.description)
    }

    /// The name of the case of an enumeration, with hyphens.
    private func caseName(_ value: Any) -> String? {
        Mirror(reflecting: value).children.first?.label.map { name in
            name.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
        }
    }

    /// The codes that `Documentation/Errors.md` has in a section.
    private func documented(_ section: String) throws -> Set<String> {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Documentation/Errors.md").standardizedFileURL
        let parts = try String(contentsOf: page, encoding: .utf8).split(separator: #/\n##+ /#)
        let part = try #require(parts.first { $0.hasPrefix("\(section)\n") }, "no section \(section)")
        return Set(part.matches(of: /\n\| `([a-z-]+)` \|/).map { String($0.1) })
    }
}
