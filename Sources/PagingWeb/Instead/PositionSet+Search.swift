#if arch(wasm32)
    /// What updates with moves need, which the page's lists have none of.
    extension PositionSet {
        struct Entry { var lower: Int, upper: Int, before: Int }
        var entries: [Entry] {
            ranges.map { Entry(lower: $0.lowerBound, upper: $0.upperBound, before: count(below: $0.lowerBound)) }
        }
        func firstEntry(endingAfter position: Int) -> Int { intersection(Int.min..<position + 1).bounds.count / 2 }
        func position(ofNonMember rank: Int) -> Int {
            var position = rank
            for range in ranges where range.lowerBound <= position { position += range.count }
            return position
        }
    }
#endif
