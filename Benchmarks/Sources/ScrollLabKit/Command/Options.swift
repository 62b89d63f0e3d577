/// The laboratory's options, read from the command line.
struct Options {
    var traces: [String] = []
    var policies: [PolicyName] = []
    var experiment = Experiment()
    var checksField = false
    var checksCriteria = false
    var wantsJSON = false
    var writesExpectation = false
    var writesPage = false
    /// Where pictures go.
    var pictures: String?
    /// With the criteria: traces of each family.
    var generated = 0
    var generate: TraceFamily?
    var wantsHelp = false

    init(_ arguments: [String]) throws(LabError) {
        var arguments = arguments[...]
        var hasSeeds = false
        while let option = arguments.popFirst() {
            switch option {
            case "--trace": traces.append(try arguments.value(of: option))
            case "--policy": policies.append(try Self.policy(try arguments.value(of: option)))
            case "--latency": experiment.network.latency = try Self.number(option, &arguments, 0...60_000)
            case "--jitter": experiment.network.jitter = try Self.number(option, &arguments, 0...60_000)
            case "--loss": experiment.network.loss = try Self.number(option, &arguments, 0...1)
            case "--bandwidth": experiment.network.bandwidth = try Self.number(option, &arguments, 1...1_000_000_000)
            case "--known-network": experiment.knowsNetwork = true
            case "--page": experiment.pageSize = Int(try Self.number(option, &arguments, 1...100_000))
            case "--seed": experiment.seed = UInt64(try Self.number(option, &arguments, 0...1_000_000_000_000))
            case "--seeds":
                experiment.seeds = Int(try Self.number(option, &arguments, 1...100_000))
                hasSeeds = true
            case "--check-field": checksField = true
            case "--criteria": checksCriteria = true
            case "--generated": generated = Int(try Self.number(option, &arguments, 1...10_000))
            case "--generate": generate = try Self.family(try arguments.value(of: option))
            case "--json": wantsJSON = true
            case "--svg": pictures = try arguments.value(of: option)
            case "--expect": writesExpectation = true
            case "--write-page": writesPage = true
            case "--help", "-h": wantsHelp = true
            default: throw LabError("unknown option '\(option)'; --help lists what there is")
            }
        }
        if experiment.network.isRandom, !hasSeeds { experiment.seeds = 20 }
    }

    private static func number(
        _ option: String, _ rest: inout ArraySlice<String>, _ range: ClosedRange<Double>
    ) throws(LabError) -> Double {
        let text = try rest.value(of: option)
        guard let number = Double(text), range.contains(number) else {
            let bounds = "\(range.lowerBound.text()) to \(range.upperBound.text())"
            throw LabError("\(option) takes a number from \(bounds), not '\(text)'")
        }
        return number
    }

    private static func policy(_ name: String) throws(LabError) -> PolicyName {
        guard let policy = PolicyName(rawValue: name) else {
            let names = PolicyName.allCases.map(\.rawValue).joined(separator: ", ")
            throw LabError("no policy is called '\(name)'; there are \(names)")
        }
        return policy
    }

    private static func family(_ name: String) throws(LabError) -> TraceFamily {
        guard let family = TraceFamily(rawValue: name) else {
            let names = TraceFamily.allCases.map(\.rawValue).joined(separator: ", ")
            throw LabError("no kind of trace is called '\(name)'; there are \(names)")
        }
        return family
    }
}

extension ArraySlice<String> {
    /// Takes the value of an option off the command line.
    ///
    /// - Throws: a ``LabError`` that names the option, where nothing is left.
    public mutating func value(of option: String) throws(LabError) -> String {
        guard let value = popFirst() else { throw LabError("\(option) needs a value") }
        return value
    }
}
