import Foundation
import Paging
import PagingHTTP
import PagingWire
import Testing

@testable import PagingTool

/// Rows are written as they came: the order of members, the spelling of numbers and the escapes of texts stay.
@Suite struct WrittenRowTests {
    private static let rows = [
        #"{"z":1.10,"a":1e2,"id":1,"u":"\u00e9\/ \" x","d":[1,2.50]}"#,
        #"{"id":2,"z":-0,"a":null,"B":{"y":1.0,"x":2}}"#,
    ]

    private static func server(_ way: String) -> PlayedServer {
        PlayedServer { question, _ in
            let spaced = rows.map { $0.replacing("\":", with: "\" :\t").replacing(",\"", with: " ,\n \"") }
            let start = question.number("cursor", or: 0)
            return way == "array"
                ? json(start == 0 && question.query.isEmpty ? "[ \(spaced.joined(separator: " , ")) ]" : "[]")
                : json(
                    #"{"page": {"items": [ \#(start < 2 ? spaced[start] : "") ]}, "next_cursor": \#(start < 1 ? "\"1\"" : "null")}"#
                )
        }
    }

    private func written(_ words: [String], _ way: String = "cursor") async throws -> String {
        let folder = try TemporaryFolder()
        let output = try OutputFile(
            folder.file("rows"), layout: RowLayout(Arguments(["x"] + words, for: PullCommand.spec), command: "pull"))
        var options = try SourceOptions(Arguments([PlayedServer.address], for: PullCommand.spec), command: "pull")
        options.transport = Self.server(way)
        let puller = await Puller(options, into: output, maximum: nil, inFlight: 4, traffic: Traffic { _ in })
        let outcome = await puller.run { _ in }
        #expect(outcome.failure == nil)
        try output.finish()
        return try String(contentsOfFile: folder.file("rows"), encoding: .utf8)
    }

    @Test(arguments: ["cursor", "array"])
    func `Lines are the rows without white space between their tokens`(way: String) async throws {
        #expect(try await written([], way) == Self.rows.joined(separator: "\n") + "\n")
    }

    @Test func `An array and selected fields keep them, too`() async throws {
        #expect(try await written(["--format", "json"]) == "[\n" + Self.rows.joined(separator: ",\n") + "\n]\n")
        #expect(
            try await written(["--select", "z,d,B"])
                == #"{"z":1.10,"d":[1,2.50],"B":null}"# + "\n" + #"{"z":-0,"d":null,"B":{"y":1.0,"x":2}}"# + "\n")
    }

    @Test func `Tables have numbers as they were written`() async throws {
        #expect(
            try await written(["--format", "csv", "--select", "z,a,u"]) == "z,a,u\r\n1.10,1e2,\"é/ \"\" x\"\r\n-0,,\r\n"
        )
    }
}
