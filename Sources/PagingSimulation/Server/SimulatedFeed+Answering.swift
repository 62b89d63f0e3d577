package import Paging

/// The answers.
extension SimulatedFeed {
    /// Answers a request as the list was so many versions ago.
    ///
    /// A way that is not open answers as though it were: a request that no capability promised is for
    /// its checker to find.
    package func answer(_ kind: LoadRequest.Kind, versionsAgo age: Int = 0) -> FeedAnswer {
        let index = state(versionsAgo: age)
        let number = states[index].number
        var answer: FeedAnswer
        switch kind {
        case .page(.positions(let range)):
            answer = FeedAnswer(
                content: .page(page(from: range.lowerBound, asked: range.count, of: index)), state: number)
        case .page(.after(let cursor, let limit)):
            let start = cursor.map { position(after: $0, in: index) } ?? 0
            answer = FeedAnswer(content: .page(page(from: start, asked: limit, of: index)), state: number)
        case .page(.before(let cursor, let limit)):
            let end = cursor.map { position(before: $0, in: index) } ?? states[index].items.count
            answer = FeedAnswer(content: .page(page(upTo: end, asked: limit, of: index)), state: number)
        case .page(.around(let id, let limit)):
            let start = max(0, position(before: id, in: index) - limit / 2)
            answer = FeedAnswer(content: .page(page(from: start, asked: limit, of: index)), state: number)
        case .sections:
            answer = FeedAnswer(content: .sections([states[index].items.count]), state: number)
        case .snapshot:
            let version = features.contains(.versions) ? states[index].version : nil
            answer = FeedAnswer(
                content: .snapshot(ListSnapshot(Array(states[index].items), version: version)), state: number)
        case .items(let numbers):
            answer = FeedAnswer(
                content: .items(numbers.filter { states[index].place(of: $0) != nil }), state: number)
        case .changes(let version):
            let (changes, last) = changes(since: version, upTo: index)
            answer = FeedAnswer(content: .changes(changes), state: states[last].number)
        case .live: answer = news(since: nil)
        case .check(let version):
            let isSame = states[index].version == version
            answer = FeedAnswer(content: .check(isSame ? .unchanged : .changed(states[index].version)), state: number)
        }
        answer.revisions = answer.items.map { states[index].revisions[$0] }
        return answer
    }

    /// The page that ends before a place.
    private func page(upTo end: Int, asked count: Int, of index: Int) -> Page<Int> {
        var start = max(0, end - min(count, quirks.limit))
        if let size = quirks.pageBreak, end > 0 { start = max(start, (end - 1) / size * size) }
        var page = page(from: start, asked: end - start, of: index)
        // A page that asks for nothing has no last row to go on from.
        if page.items.isEmpty { page.continuation = .end }
        return page
    }

    private func page(from asked: Int, asked count: Int, of index: Int) -> Page<Int> {
        let length = states[index].items.count
        let start = min(max(0, asked), length)
        let room = quirks.pageBreak.map { $0 - start % $0 } ?? .max
        let end = start + min(count, quirks.limit, length - start, room)
        var page = Page(Array(states[index].items[start..<end]))
        if features.contains(.positions) { page.position = start }
        if features.contains(.total) { page.total = length }
        if features.contains(.versions) { page.version = states[index].version }
        if features.contains(.positions) {
            page.continuation = end < length ? .more : .end
        } else {
            page.continuation = end < length ? .next(cursor(after: page.items.last ?? -1)) : .end
            page.beginning = start > 0 ? .previous(cursor(after: page.items.first ?? -1)) : .start
        }
        return page
    }

    // MARK: Cursors

    /// The position of the row that a cursor names, or of the place where it was removed.
    private func position(before cursor: Cursor, in index: Int) -> Int {
        let following = position(after: cursor, in: index)
        let isThere = Int(cursor.description).flatMap { states[index].place(of: $0) } != nil
        return isThere ? following - 1 : following
    }

    private func cursor(after number: Int) -> Cursor { Cursor("\(number)") }

    /// The place after the item that a cursor names: where it is now, or was when it was removed.
    private func position(after cursor: Cursor, in index: Int) -> Int {
        guard var number = Int(cursor.description) else { return 0 }
        // Items are removed one after the other, so the chain ends; the bound holds for any mistake.
        for _ in 0...touchedIn.count {
            if number < 0 { return 0 }
            if let place = states[index].place(of: number) { return place + 1 }
            guard predecessors.indices.contains(number), let before = predecessors[number] else { return 0 }
            number = before
        }
        return 0
    }
}
