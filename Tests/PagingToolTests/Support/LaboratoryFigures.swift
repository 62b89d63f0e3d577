import Foundation

@testable import PagingTool

/// The scroll laboratory's figures of this library on the field notes' traces, read from the table it keeps on file.
struct LaboratoryFigures {
    let requests: Int
    let cancelled: Int
    let placeholderRowMilliseconds: Double

    /// The conditions that the tool is played under: a constant latency and the tool's own page size.
    private static func heading(latency: Int) -> String {
        "latency \(latency) ms, page \(ScrollCommand.standardPageSize); times in ms"
    }

    private static let path = "Benchmarks/Tests/ScrollLabTests/Expectations/field.txt"

    /// The table was not as it is written; what was looked for says where.
    struct Unreadable: Error, CustomStringConvertible {
        let what: String
        var description: String { "\(LaboratoryFigures.path) has no \(what)" }
    }

    /// Reads the figures of a trace.
    init(trace: String, latency: Int) throws {
        let file = packageFolder.appendingPathComponent(LaboratoryFigures.path)
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        let heading = LaboratoryFigures.heading(latency: latency)
        guard let start = lines.firstIndex(of: heading) else { throw Unreadable(what: "table '\(heading)'") }
        let table = lines[(start + 1)...].prefix { !$0.isEmpty }.map { $0.split(separator: " ").map(String.init) }
        guard let names = table.first, let values = table.first(where: { $0.first == trace }) else {
            throw Unreadable(what: "line '\(trace)' under '\(heading)'")
        }
        func figure(_ name: String) throws -> Double {
            guard let column = names.firstIndex(of: name), column < values.count, let value = Double(values[column])
            else { throw Unreadable(what: "figure '\(name)' of '\(trace)' under '\(heading)'") }
            return value
        }
        requests = Int(try figure("requests"))
        cancelled = Int(try figure("cancelled"))
        placeholderRowMilliseconds = try figure("row-ms")
    }
}
