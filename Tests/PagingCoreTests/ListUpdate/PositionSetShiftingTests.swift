import Testing

@testable import PagingCore

/// Positions that come and go among the members of a set, against a plain array of whether each is one.
@Suite struct PositionSetShiftingTests {
    @Test(arguments: Seeds.all)
    func `Members behind a position that comes or goes are one further or nearer`(seed: UInt64) {
        var random = SeededGenerator(seed: seed, test: "PositionSetShiftingTests")
        var flags = (0..<random.below(30)).map { _ in random.below(2) == 0 }
        var set = members(flags)
        for step in 0..<500 {
            let position = random.below(flags.count + 1)
            switch random.below(4) {
            case 0:
                set.openGap(at: position)
                flags.insert(false, at: position)
            case 1:
                set.insertShifting(at: position)
                flags.insert(true, at: position)
            case _ where position == flags.count: break
            default:
                if flags[position] { set.removeShifting(at: position) } else { set.closeGap(at: position) }
                flags.remove(at: position)
            }
            set.checkInvariants()
            #expect(set == members(flags), random.note(step))
        }
    }

    private func members(_ flags: [Bool]) -> PositionSet {
        PositionSet(flags.indices.filter { flags[$0] }.map { $0..<$0 + 1 })
    }
}
