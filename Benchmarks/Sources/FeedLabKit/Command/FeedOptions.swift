@testable import PagingSimulation
import ScrollLabKit

/// The laboratory's options, read from the command line.
struct FeedOptions {
    var seed: UInt64 = 1
    var runs = 100
    var events = 1_000
    var workers = 1
    var behaviors: [String] = []
    var servers: [String] = []
    /// Which actions of the drawn history stay; `nil` for all.
    var kept: [Int]?
    var hazards: NetworkHazards?
    /// How the app shows the list; `nil` to leave it to the seed.
    var host: FeedHost?
    /// The law to break on purpose.
    var sabotage: Law?
    /// Whether laws are held where they are known not to be kept yet.
    var holdsOpenLaws = false
    /// Whether the first run that breaks a law is the last one.
    var stopsAtFirst = false
    /// Whether failing histories are cut down.
    var shrinks = true
    var wantsComparison = false
    var wantsLog = false
    var wantsJSON = false
    var writesPage = false
    var wantsHelp = false

    init(_ arguments: [String]) throws(LabError) {
        var arguments = arguments[...]
        while let option = arguments.popFirst() {
            switch option {
            case "--seed": seed = UInt64(try Self.number(option, &arguments, 0...1_000_000_000_000_000_000))
            case "--runs": runs = try Self.number(option, &arguments, 1...100_000_000)
            case "--events": events = try Self.number(option, &arguments, 1...1_000_000)
            case "--workers": workers = try Self.number(option, &arguments, 1...1_024)
            case "--behavior":
                let names = FeedCombination.behaviors.map(\.name)
                behaviors.append(try Self.name(option, &arguments, of: names))
            case "--server":
                let names = FeedCombination.servers.map(\.name)
                servers.append(try Self.name(option, &arguments, of: names))
            case "--host":
                let names = FeedHost.allCases.map(\.rawValue)
                host = FeedHost(rawValue: try Self.name(option, &arguments, of: names))
            case "--keep": kept = try Self.indices(option, &arguments)
            case "--hazards": hazards = try Self.hazards(option, &arguments)
            case "--sabotage": sabotage = Law(rawValue: try Self.number(option, &arguments, 1...Law.allCases.count))
            case "--not-yet": holdsOpenLaws = true
            case "--first": stopsAtFirst = true
            case "--unshrunk": shrinks = false
            case "--compare": wantsComparison = true
            case "--log": wantsLog = true
            case "--json": wantsJSON = true
            case "--write-page": writesPage = true
            case "--help", "-h": wantsHelp = true
            default: throw LabError("unknown option '\(option)'; --help lists what there is")
            }
        }
    }

    /// The combinations that were asked for; those without a name all.
    var combinations: [FeedCombination] {
        FeedCombination.all.filter { combination in
            (behaviors.isEmpty || behaviors.contains(combination.behaviorName))
                && (servers.isEmpty || servers.contains(combination.serverName))
        }
    }

    /// The trial of a seed.
    func trial(_ combination: FeedCombination, seed: UInt64) -> FeedTrial {
        var trial = FeedTrial(combination, seed: seed, events: events, host: host).keeping(kept, hazards: hazards)
        trial.sabotage = sabotage
        trial.setting.holdsOpenLaws = holdsOpenLaws
        return trial
    }

    private static func number(
        _ option: String, _ rest: inout ArraySlice<String>, _ range: ClosedRange<Int>
    ) throws(LabError) -> Int {
        let text = try rest.value(of: option)
        guard let number = Int(text), range.contains(number) else {
            throw LabError(
                "\(option) takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
        }
        return number
    }

    private static func name(
        _ option: String, _ rest: inout ArraySlice<String>, of names: [String]
    ) throws(LabError) -> String {
        let text = try rest.value(of: option)
        guard names.contains(text) else {
            throw LabError("\(option) takes one of \(names.joined(separator: ", ")), not '\(text)'")
        }
        return text
    }

    private static func indices(
        _ option: String, _ rest: inout ArraySlice<String>
    ) throws(LabError) -> [Int] {
        let text = try rest.value(of: option)
        if text == "none" { return [] }
        var indices: [Int] = []
        for part in text.split(separator: ",") {
            guard let index = Int(part), index >= 0 else {
                throw LabError("\(option) takes numbers separated by commas, or none, not '\(text)'")
            }
            indices.append(index)
        }
        return indices
    }

    private static func hazards(
        _ option: String, _ rest: inout ArraySlice<String>
    ) throws(LabError) -> NetworkHazards {
        let text = try rest.value(of: option)
        if text == "none" { return [] }
        var hazards: NetworkHazards = []
        for part in text.split(separator: ",") {
            guard let named = NetworkHazards.named.first(where: { $0.name == part }) else {
                let names = NetworkHazards.named.map(\.name).joined(separator: ", ")
                throw LabError("\(option) takes none, or some of \(names), not '\(part)'")
            }
            hazards.insert(named.hazard)
        }
        return hazards
    }
}
