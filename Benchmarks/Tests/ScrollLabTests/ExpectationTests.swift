import Foundation
import ScrollLabKit
import Testing

/// This library's figures are those on file. Where they changed on purpose, write the files anew and say why.
@Suite struct ExpectationTests {
    @Test(.enabled(if: TraceFiles.hasField, "the field notes' traces are not at hand"))
    func `The field notes' traces`() throws {
        try compare(.field)
    }

    @Test func `Own and generated traces`() throws {
        try compare(.own)
    }

    private func compare(_ file: FiguresOnFile.File) throws {
        let text = try #require(try FiguresOnFile.text(of: file))
        let kept = try String(contentsOfFile: file.path, encoding: .utf8)
        let (new, old) = (text.split(separator: "\n"), kept.split(separator: "\n"))
        for (now, then) in zip(new, old) where now != then {
            Issue.record("now:   \(now)\non file: \(then)\nto accept: \(FiguresOnFile.command)")
        }
        #expect(new.count == old.count, "to accept: \(FiguresOnFile.command)")
    }
}
