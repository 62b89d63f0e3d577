import Foundation
import PagingWire
import PostgresTesting
import Testing

@testable import PagingTool

/// A trace played over HTTP against the real server asks for what the laboratory says it asks for.
///
/// This is the one place where a real clock is wanted: that the modeled time and network stand for the real ones is what
/// is shown. Nothing is held against a clock all the same; what is compared is counted.
///
/// The traces are two in which little hangs on the moment of a frame or an answer: jumps, and a fling that tells where it
/// ends. Where the reader's speed decides what is asked for, as while the scroll bar is dragged, a real clock's fractions
/// of a millisecond can make a request more or less, and agreement would be chance.
@Suite struct LaboratoryTests {
    private static let traces = packageFolder.deletingLastPathComponent().appendingPathComponent("shared/traces").path
    private static let hasTraces = FileManager.default.fileExists(atPath: traces)
    private static let latency = 200
    /// A frame of the traces, in milliseconds.
    private static let frame = 1000.0 / 60
    /// A playing in which the machine was too busy is repeated, so often at most in all.
    private static let playings = 3

    @Test(
        .long, .enabled(if: hasTraces, "the field notes' traces are not at hand: ../shared/traces"),
        arguments: ["jumps", "fling-and-back"])
    func `The real server agrees with the laboratory`(_ trace: String) async throws {
        let modeled = try LaboratoryFigures(trace: trace, latency: Self.latency)
        let server = try MillionRows()
        var played = try await Played(trace, server, Self.traces)
        // With a frame that was drawn more than a frame late, another trace was played than the laboratory's.
        for _ in 1..<Self.playings where played.requests != modeled.requests && played.latestFrame > Self.frame {
            played = try await Played(trace, server, Self.traces)
        }
        // Three frames late, the reader passed rows that the laboratory's looked at: nothing is to be compared.
        guard played.requests == modeled.requests || played.latestFrame <= 3 * Self.frame else {
            print(
                "'\(trace)' was not compared: the machine was too busy, a frame was drawn \(played.latestFrame) ms late"
            )
            return
        }
        let note: Comment = "the latest frame was drawn \(played.latestFrame) ms late"
        #expect(played.requests == modeled.requests, note)
        #expect(played.failed == 0)
        // A request is cancelled at a frame, and an answer that comes about then is in time or not: with real answers a
        // few milliseconds later than modeled ones, one request at a time may fall on the other side.
        #expect(abs(played.cancelled - modeled.cancelled) <= 1, note)
        // Nothing can be there sooner than its latency; a frame drawn late sees an answer one frame early. How much later
        // things are depends on how busy the machine is, so there is no bound on that side.
        let early = Double(played.requests * played.viewportRows) * Self.frame
        #expect(played.placeholderRowMilliseconds >= modeled.placeholderRowMilliseconds - early, note)
    }

    /// The result of a playing, from the tool's report.
    private struct Played {
        let requests, cancelled, failed, viewportRows: Int
        let placeholderRowMilliseconds, latestFrame: Double

        init(_ trace: String, _ server: MillionRows, _ traces: String) async throws {
            let folder = try TemporaryFolder()
            let file = folder.file("report.json")
            // The dialect is named, so that no request is spent on finding it.
            let outcome = try await ToolProcess.run(
                "scroll", server.url, "--dialect", "envelope", "--trace", "\(traces)/\(trace).csv", "--report", file,
                "--delay", "\(LaboratoryTests.latency)")
            try #require(outcome.code == 0, "\(outcome.error)")
            let report = try JSONValue(file: file)
            func number(_ name: String) throws -> Double { try #require(report[name]?.number, "\(name) is missing") }
            requests = Int(try number("requests"))
            cancelled = Int(try number("cancelled"))
            failed = Int(try number("failed"))
            viewportRows = Int(try number("viewportRows"))
            placeholderRowMilliseconds = try number("placeholderRowMilliseconds")
            latestFrame = try number("latestFrame")
        }
    }
}
