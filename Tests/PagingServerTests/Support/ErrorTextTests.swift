import Foundation
import Testing

@testable import PagingServer

/// Every public error of the server says what happened, what to do, and has a code that is its case's name.
@Suite struct ErrorTextTests {
    @Test func `An error of a log of changes`() throws {
        let errors: [ChangeLogError] = [
            .unknownList("a", known: ["b"]), .notATable(list: "a"), .noKey(list: "a"), .otherID(list: "a"),
            .uniqueExpression(list: "a", index: "i"), .unfit(list: "a"), .missing(list: "a"),
        ]
        try check(errors, in: "ChangeLogError") { $0.code }
        #expect(errors[6].recoverySuggestion == "'paging log DATABASE' lists those there are.")
    }

    @Test func `An error of a rank index`() throws {
        let errors: [RankIndexError] = [
            .unknownList("a", known: []), .unknownColumn("c", list: "a", known: ["b"]), .badOrder("x"),
            .notATable(list: "a"), .noKey(list: "a"), .unlikeCollations(list: "a", column: "c"),
            .uniqueExpression(list: "a", index: "i"), .unfit(list: "a", .hasParts), .unfit(list: "a", .rowSecurity),
            .unfit(list: "a", .unsortable(column: "c")), .takenOver(list: "a"), .missing(list: "a", order: "c"),
        ]
        try check(errors, in: "RankIndexError") { $0.code }
        #expect(try documented("Remains") == ["leftover-index"])
        let leftover = LeftoverIndex(list: "a", options: "--order c", reason: "The disk is full.")
        #expect(leftover.code == "leftover-index")
        #expect(leftover.failureReason == "An unfinished index of 'a' is left: The disk is full.")
        #expect(leftover.recoverySuggestion == "Remove it with: paging index DATABASE 'a' --order c --drop")
        #expect(leftover.errorDescription == leftover.description)
    }

    @Test func `An error of a full-text index`() throws {
        let errors: [SearchIndexError] = [
            .unknownList("a", known: ["b"]), .unknownColumn("c", list: "a", known: []), .noColumns(list: "a"),
            .noKey(list: "a"), .notATable(list: "a"), .unfit(list: "a"), .unsearchable(column: "c", list: "a"),
            .otherEncoding(list: "a"), .otherFunction("f"), .takenOver(list: "a"), .missing(list: "a"),
        ]
        try check(errors, in: "SearchIndexError") { $0.code }
    }

    @Test func `An error of the HTTP server and what it serves`() throws {
        try check(
            [
                HTTPServerError.addressInUse(host: "a", port: 1), .addressNotLocal(host: "a"), .notPermitted(port: 1),
                .unknownHost(host: "a", message: "no such name"), .invalidPort(-1),
                .system(operation: "listen", message: "too many open files"),
            ], in: "HTTPServerError"
        ) { $0.code }
        try check(
            [WebFolderError.noPage(path: "/a"), .unreadable(path: "/a"), .tooLarge(path: "/a")], in: "WebFolderError"
        ) { $0.code }
        try check(
            [SampleDatabase.Failure.anotherFile(path: "/a"), .cannotWrite(path: "/a", message: "full")],
            in: "SampleDatabase.Failure"
        ) { $0.code }
    }

    @Test func `An error of a database`() throws {
        let reasons: [SQLiteError.Reason] = [
            .missing, .notPermitted, .notADatabase, .corrupt, .busy, .unfinished, .tooSlow, .full, .constraint,
            .statement, .other,
        ]
        for reason in reasons {
            let error = SQLiteError(reason, path: "/a", operation: "open", message: "it failed")
            #expect(error.code == hyphenated("\(reason)"))
            #expect(error.failureReason == "Cannot open the database /a: it failed.")
            checkText(error)
        }
        #expect(Set(reasons.map(\.code)) == (try documented("SQLiteError")))
        let others: [PostgresError.Reason] = [
            .badAddress, .unreachable, .notPermitted, .unknownDatabase, .busy, .tooSlow, .badValue, .constraint,
            .outdated, .statement, .other,
        ]
        for reason in others {
            let error = PostgresError(reason, address: "u@h:1/d", operation: "read", message: "it failed")
            #expect(error.code == hyphenated("\(reason)"))
            checkText(error)
        }
        #expect(Set(others.map(\.code)) == (try documented("PostgresError")))
    }

    @Test(arguments: ["A page has 3 lines at most.", "A page has 3 lines at most"])
    func `A database's text that is a sentence keeps its own full stop`(message: String) {
        let sentence = "A page has 3 lines at most."
        let sqlite = SQLiteError(.statement, path: "/a", operation: "read", message: message)
        #expect(sqlite.failureReason == "Cannot read the database /a: \(sentence)")
        #expect(sqlite.description == "Cannot read the database /a: \(sentence) \(sqlite.advice)")
        #expect(Problem(sqlite).detail == "\(sentence) \(sqlite.advice)")
        let postgres = PostgresError(.badValue, address: "u@h:1/d", operation: "read", message: message)
        #expect(Problem(postgres).detail == "\(sentence) \(postgres.advice)")
        #expect(Problem.constraint(message).detail == "\(sentence) Nothing was written.")
        #expect(Problem.unwritable(message).detail.hasPrefix("\(sentence) Leave"))
    }

    private func check<Failure: LocalizedError & CustomStringConvertible>(
        _ errors: [Failure], in section: String, code: (Failure) -> String
    ) throws {
        for error in errors {
            #expect(code(error) == Mirror(reflecting: error).children.first?.label.map(hyphenated))
            checkText(error)
        }
        #expect(Set(errors.map(code)) == (try documented(section)))
    }

    private func checkText(_ error: some LocalizedError & CustomStringConvertible) {
        let (reason, suggestion) = (error.failureReason ?? "", error.recoverySuggestion ?? "")
        #expect(reason.hasSuffix(".") && suggestion.hasSuffix("."), "\(error)")
        #expect(error.description == "\(reason) \(suggestion)")
        #expect(error.errorDescription == error.description)
    }

    /// The name of a case, with hyphens.
    private func hyphenated(_ name: String) -> String {
        name.replacing("ID", with: "Id").reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
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
