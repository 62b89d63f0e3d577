import Testing

@testable import PagingCore

/// Row geometry against a plain model: an array of heights, summed up each time.
@Suite(.serialized) struct RowGeometryTests {
    /// Every row's height, `nil` where it was not measured.
    private struct Model {
        var heights: [Double?]
        var estimate: Double
        var headers: [Int] = []
        var headerHeight = 0.0

        func height(_ row: Int) -> Double { heights[row] ?? estimate }
        func box(_ row: Int) -> Double { height(row) + (headers.contains(row) ? headerHeight : 0) }
        func top(_ row: Int) -> Double { (0..<row).reduce(0) { $0 + box($1) } }
        func row(at offset: Double) -> Int {
            var (row, top) = (0, 0.0)
            while row < heights.count - 1, top + box(row) <= offset {
                top += box(row)
                row += 1
            }
            return row
        }
    }

    @Test(arguments: Seeds.all)
    func `It is where a plain sum of heights is, through measuring, coming, going and moving`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed, test: "RowGeometryTests")
        for history in 0..<6 {
            var model = Model(heights: Array(repeating: nil, count: random.below(40)), estimate: 44)
            var geometry = RowGeometry(count: model.heights.count, height: 44)
            for step in 0..<40 {
                try change(&model, &geometry, &random)
                check(model, geometry, &random, random.note(history * 100 + step))
            }
        }
    }

    private func change(
        _ model: inout Model, _ geometry: inout RowGeometry, _ random: inout SeededGenerator
    ) throws {
        let count = model.heights.count
        switch random.below(8) {
        case 0...3:
            guard count > 0 else { return }
            let row = random.below(count)
            // Quarters of a point, so that sums are exact in any order.
            let height = Double(random.below(400)) / 4
            #expect(geometry.measure(row, height: height) == height - model.height(row))
            model.heights[row] = height
        case 4:
            model.headers = (0..<count).filter { _ in random.below(5) == 0 }
            model.headerHeight = Double(random.below(3)) * 14
            geometry.setHeaders(at: model.headers, height: model.headerHeight)
        case 5 where random.below(6) == 0:
            geometry.forget(estimating: 30)
            model.heights = model.heights.map { _ in nil }
            model.estimate = 30
        default:
            let update = Self.update(of: count, &random)
            try update.validate()
            geometry.apply(update)
            let map = update.positionMap
            let old = model.heights
            model.heights = (0..<update.newCount).map { map.oldPosition(of: $0).flatMap { old[$0] } }
            model.headers = geometry.headers
        }
    }

    private static func update(of count: Int, _ random: inout SeededGenerator) -> ListUpdate {
        var rows: [Int?] = Array(0..<count)
        var moved: [Int] = []
        var removed = PositionSet()
        for position in (0..<count).reversed() {
            switch random.below(10) {
            case 0:
                removed.insert(position..<position + 1)
                rows.remove(at: position)
            case 1 where random.below(3) == 0:
                moved.append(position)
                rows.remove(at: position)
            default: break
            }
        }
        for comer in moved.map(Optional.some) + Array(repeating: nil, count: random.below(4)) {
            rows.insert(comer, at: random.below(rows.count + 1))
        }
        var update = ListUpdate(oldCount: count, newCount: rows.count, removed: removed)
        for (position, row) in rows.enumerated() {
            guard let row else {
                update.inserted.insert(position..<position + 1)
                continue
            }
            if moved.contains(row) { update.moves.append(.init(from: row, to: position)) }
        }
        return update
    }

    private func check(
        _ model: Model, _ geometry: RowGeometry, _ random: inout SeededGenerator, _ note: Comment
    ) {
        let count = model.heights.count
        #expect(geometry.count == count, note)
        #expect(geometry.totalHeight == model.top(count), note)
        #expect(geometry.measuredCount == model.heights.compactMap(\.self).count, note)
        for row in 0..<count {
            #expect(geometry.top(of: row) == model.top(row), note)
            #expect(geometry.height(of: row) == model.height(row), note)
            let header = model.headers.contains(row) ? model.headerHeight : 0
            #expect(geometry.frame(of: row).top == model.top(row) + header, note)
        }
        guard count > 0 else { return }
        for _ in 0..<10 {
            let offset = Double(random.below(Int(model.top(count)) * 4 + 1)) / 4
            let found = geometry.row(at: offset)
            let expected = model.row(at: offset)
            #expect(found.row == expected, "\(note), offset \(offset)")
            #expect(found.offset == offset - model.top(expected), note)
            let end = offset + Double(1 + random.below(2_000)) / 4
            let inside = (0..<count).filter {
                model.box($0) > 0 && model.top($0) < end && model.top($0) + model.box($0) > offset
            }
            let rows = geometry.rows(from: offset, to: end)
            #expect(inside.allSatisfy(rows.contains), "\(note), \(offset)..<\(end)")
            #expect(rows.isEmpty || rows.count <= inside.count + 2 + model.heights.count { $0 == 0 }, note)
        }
    }

    @Test func `A row on screen stays where it is while rows come, go and are measured above`() {
        var geometry = RowGeometry(count: 1_000_000, height: 44)
        geometry.measure(499_990, height: 100)
        let place = geometry.row(at: geometry.top(of: 500_000) + 13)
        let update = ListUpdate(oldCount: 1_000_000, newCount: 1_000_005, removed: [3..<8], inserted: [0..<10])
        geometry.apply(update)
        let after = place.following(update)
        #expect(after == RowAnchor(row: 500_005, offset: 13))
        let top = geometry.top(of: after.row)
        #expect(geometry.measure(7, height: 60) == 16)
        #expect(geometry.top(of: after.row) == top + 16)
        #expect(geometry.height(of: 499_995) == 100)
    }

    @Test func `An anchor whose row is gone is at the top of the next one`() {
        let anchor = RowAnchor(row: 5, offset: 20)
        #expect(
            anchor.following(ListUpdate(oldCount: 10, newCount: 7, removed: [4..<7])) == RowAnchor(row: 4, offset: 0))
        #expect(
            anchor.following(ListUpdate(oldCount: 10, newCount: 4, removed: [4..<10])) == RowAnchor(row: 3, offset: 0))
    }

    @Test func `Where no row is left an anchor is at the top`() {
        let update = ListUpdate(oldCount: 1_000, newCount: 30, removed: [0..<1_000], inserted: [0..<30])
        #expect(RowAnchor(row: 600, offset: 20).following(update) == RowAnchor(row: 0, offset: 0))
    }

    @Test func `A million rows cost what was measured, and no place takes a long way`() {
        var geometry = RowGeometry(count: 1_000_000, height: 44)
        for row in stride(from: 0, to: 1_000_000, by: 1_000) { geometry.measure(row, height: 50) }
        #expect(geometry.measuredCount == 1_000)
        #expect(geometry.totalHeight == 1_000_000 * 44 + 1_000 * 6)
        #expect(geometry.heights(depthAtMost: 40))
        geometry.apply(ListUpdate(oldCount: 1_000_000, newCount: 0, removed: [0..<1_000_000]))
        #expect(geometry.measuredCount == 0 && geometry.totalHeight == 0)
    }

    @Test func `What was measured on average becomes the estimate`() {
        var geometry = RowGeometry(count: 100, height: 44)
        geometry.measure(0, height: 60)
        geometry.measure(1, height: 80)
        geometry.settle()
        #expect(geometry.estimate == 70 && geometry.totalHeight == 100 * 70)
    }
}

extension RowGeometry {
    /// Whether the tree of heights is balanced as chance has it: 1,000 nodes are some 25 deep.
    fileprivate func heights(depthAtMost most: Int) -> Bool {
        Mirror(reflecting: self).descendant("heights").flatMap { $0 as? HeightTree }.map { $0.depth <= most } ?? false
    }
}

extension HeightTree {
    fileprivate var depth: Int {
        func depth(_ node: Int) -> Int { node < 0 ? 0 : 1 + max(depth(nodes[node].left), depth(nodes[node].right)) }
        return depth(root)
    }
}
