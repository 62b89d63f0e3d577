import Foundation
import Paging
import PagingHTTP
import PagingWire
import Testing

@testable import PagingTool

/// An address that leads on may hold a key: no report shows it, and nobody else reads it from the note of a stopped pull.
@Suite struct SecretTests {
    @Test func `A report does not show the values in an address that leads on`() async throws {
        let server = PlayedServer { question, _ in
            question.query["cursor"] == nil
                ? json(#"{"items": [\#(numbered(0..<20))], "next": "/items?cursor=c20&api_key=s3cret"}"#)
                : json(#"{"message": "no"}"#, status: 403)
        }
        let pull = try await server.pulled()
        #expect(!pull.isWhole)
        #expect(!pull.report.json.contains("s3cret"), "\(pull.report.json)")
        #expect(pull.report.resume?["cursor"]?.string?.contains("cursor=…&api_key=…") == true, "\(pull.report.json)")
        #expect(pull.outcome.failure?.description.contains("s3cret") == false)
    }

    @Test func `The note of a stopped pull is its owner's alone`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("rows.part")
        // One that was left by an earlier pull, readable by all.
        _ = FileManager.default.createFile(
            atPath: PullState.path(for: path) + ".new", contents: nil, attributes: [.posixPermissions: 0o644])
        try PullState(rows: 1, cursor: "http://api.test/?api_key=s3cret", total: nil, identifier: nil, command: [:])
            .write(for: path)
        let attributes = try FileManager.default.attributesOfItem(atPath: PullState.path(for: path))
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }
}
