public import Foundation
public import PagingTesting

/// A trace and its name.
public struct NamedTrace: Sendable {
    /// The file's name without its ending.
    public var name: String
    /// The trace.
    public var trace: ScrollTrace

    /// Makes a named trace.
    public init(name: String, trace: ScrollTrace) {
        self.name = name
        self.trace = trace
    }

    /// Reads a trace from a file.
    ///
    /// - Throws: a ``LabError`` that names the file, where it cannot be read or is no trace.
    public init(path: String) throws(LabError) {
        let data = FileManager.default.contents(atPath: path)
        guard let data else { throw LabError("\(path): no such file, or it cannot be read") }
        let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        do throws(ScrollTraceError) {
            self.init(name: name, trace: try ScrollTrace(parsing: String(decoding: data, as: UTF8.self)))
        } catch {
            throw LabError("\(path): \(error)")
        }
    }
}

/// Where traces are kept.
public enum TraceFiles {
    /// The six traces of the field notes, in their order.
    public static let fieldNames = ["drag", "swipes", "fling-and-back", "jumps", "reading", "thumb-search"]

    /// The field notes' traces; `nil` where they are not at hand.
    public static func field() throws(LabError) -> [NamedTrace]? {
        let folder = package.appendingPathComponent("../../shared/traces").standardizedFileURL
        var traces: [NamedTrace] = []
        for name in fieldNames {
            let path = folder.appendingPathComponent(name + ".csv").path
            guard FileManager.default.fileExists(atPath: path) else { return nil }
            traces.append(try NamedTrace(path: path))
        }
        return traces
    }

    /// Whether the field notes' traces are at hand.
    public static var hasField: Bool { (try? field()) ?? nil != nil }

    /// The laboratory's own traces, by name.
    public static func own() throws(LabError) -> [NamedTrace] {
        let folder = package.appendingPathComponent("Traces").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var traces: [NamedTrace] = []
        for name in names.sorted() where name.hasSuffix(".csv") {
            traces.append(try NamedTrace(path: folder + "/" + name))
        }
        return traces
    }

    /// The folder of the benchmarks' package, which this file lies in.
    public static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "../../.."
    )
    .standardizedFileURL
}

/// An error that the user of the laboratory can set right.
public struct LabError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error, and where it is.
    public let description: String

    /// Makes an error of its description.
    public init(_ description: String) {
        self.description = description
    }
}
