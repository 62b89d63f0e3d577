internal import PagingCore

extension StackTrial {
    /// The properties that the seed has drawn, by the dimension's name. Properties that the world lacks are left out.
    package var dimensions: [String: String] {
        let setting = setting
        let page = setting.serverPage
        var found = [
            "server": "\(setting.kind)", "reader": "\(setting.reader)", "membership": "\(setting.behavior.membership)",
            "content": "\(setting.behavior.content)", "equal names": "\(setting.namesAreEqual)",
            "rows": setting.count == 0
                ? "none" : setting.count < page ? "below a page" : setting.count < 2 * page ? "a page" : "pages",
            "client's page": setting.clientPage < page ? "shorter" : setting.clientPage > page ? "longer" : "equal",
        ]
        if setting.kind == .grouped { found["shelves"] = setting.shelves.count == 1 ? "one" : "several" }
        if setting.behavior.membership == .changes { found["ranking"] = "\(setting.behavior.ranking)" }
        if setting.reader != .pulls {
            let (hazards, extras) = (setting.hazards, setting.extras)
            found["delay"] = "\(hazards.delay)"
            found["losses"] = "\(hazards.losses)"
            found["first failures"] = "\(hazards.failsFirst)"
            found["hiding"] = "\(setting.hidesRows)"
            found["beginning"] = "\(extras.beginning)"
            found["cache"] = "\(extras.cache)"
            found["dress"] = "\(extras.dress)"
            found["restoring"] = "\(extras.restores)"
            found["starting again"] = "\(extras.restarts)"
            found["loading"] = "\(extras.loading)"
            found["replacing"] = "\(extras.replaces)"
            found["two views"] = "\(extras.isSeenTwice)"
            let edits = actions.compactMap { if case .edit(let edit) = $0 { edit } else { nil } }
            found["edit"] = edits.first.map(\.verb) ?? "none"
            if let first = edits.first { found["fate"] = "\(first.fate)" }
        }
        if let own = setting.extras.own { found["own source"] = "\(own)" }
        if setting.kind == .played {
            let api = StackWorld.played(setting)
            found["way"] = "\(api.way)"
            found["total"] = "\(api.total)"
            found["end"] = "\(api.end)"
            found["size"] = "\(api.size)"
            found["extra"] = "\(api.oddities.extra)"
            found["truth"] = "\(api.oddities.truth)"
            found["behind the end"] = api.oddities.refusesBehindEnd ? "400" : "an answer"
            found["size in the address"] = "\(api.oddities.addressedSize != nil)"
            found["errors"] = api.oddities.errorsAreAnswers ? "200" : "503"
            found["address"] = api.place == nil ? "plain" : "a place"
        }
        return found
    }
}

extension StackEdit {
    /// The kind of change made to a row, wherever it is.
    fileprivate var verb: String {
        switch kind {
        case .insertAtStart, .insertAtEnd, .insertBeside: "insert"
        case .update: "update"
        case .remove: "remove"
        case .moveToStart, .moveToEnd, .moveBeside: "move"
        }
    }
}

/// Pairs of properties that seeds draw in two dimensions.
package enum StackPairs {
    /// The pairs of a seed's world, each as a number.
    package static func pairs(of seed: UInt64) -> Set<Int> {
        let values = StackTrial(seed: seed).dimensions.map { number(of: "\($0.key) \($0.value)") }.sorted()
        var pairs: Set<Int> = []
        for (index, one) in values.enumerated() {
            for other in values[(index + 1)...] { pairs.insert(one &* 31 ^ other) }
        }
        return pairs
    }

    /// The names of a pair's two properties, found in a world that a seed has drawn; empty if the world has no such pair.
    package static func name(of pair: Int, in seed: UInt64) -> String {
        let names = StackTrial(seed: seed).dimensions.map { "\($0.key) \($0.value)" }
        for one in names {
            for other in names where number(of: one) &* 31 ^ number(of: other) == pair { return "\(one), \(other)" }
        }
        return ""
    }

    private static func number(of name: String) -> Int {
        Int(
            truncatingIfNeeded: name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
                ($0 ^ UInt64($1)) &* 0x100_0000_01B3
            })
    }

    /// The seeds that cover the pairs: the first ones, and then each seed with a pair that no earlier seed has.
    package static func covering(_ first: Range<UInt64>, upTo end: UInt64) -> [UInt64] {
        var drawn: Set<Int> = []
        for seed in first { drawn.formUnion(pairs(of: seed)) }
        return Array(first)
            + (first.upperBound..<end).filter { seed in
                let new = pairs(of: seed)
                defer { drawn.formUnion(new) }
                return !new.isSubset(of: drawn)
            }
    }
}
