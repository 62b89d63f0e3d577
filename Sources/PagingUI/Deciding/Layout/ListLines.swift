/// The lines of items in a list or grid: sections begin a new line.
///
/// It stores two numbers a section, and nothing for each item.
struct ListLines: Hashable, Sendable {
    /// The number of items.
    let count: Int
    /// The number of items in a line, at least 1.
    let columns: Int
    /// The first item of each section that has items, ascending from 0.
    let starts: [Int]
    /// The line that each of these begins.
    let startLines: [Int]
    /// The number of lines.
    let lineCount: Int

    /// Arranges items.
    ///
    /// - Parameters:
    ///   - count: the number of items.
    ///   - columns: the number of items in a line.
    ///   - sections: the number of items in each section, which add up to `count`; empty if items are not in sections.
    init(count: Int, columns: Int, sections: [Int] = []) {
        var (starts, startLines): ([Int], [Int]) = ([], [])
        var (start, line) = (0, 0)
        for items in sections where items > 0 {
            starts.append(start)
            startLines.append(line)
            start += items
            line += (items + columns - 1) / columns
        }
        if start < count { line += (count - start + columns - 1) / columns }
        (self.count, self.columns, self.starts, self.startLines) = (count, columns, starts, startLines)
        lineCount = line
    }

    /// The line of an item; ``lineCount`` for ``count``.
    ///
    /// - Complexity: O(log *sections*).
    func line(of item: Int) -> Int {
        if columns == 1 { return item }
        if item >= count { return lineCount }
        let (start, line) = section(in: starts, holding: item)
        return line + (item - start) / columns
    }

    /// The column of an item, from 0.
    func column(of item: Int) -> Int {
        if columns == 1 { return 0 }
        return (item - section(in: starts, holding: item).start) % columns
    }

    /// The first item of a line; ``count`` for ``lineCount``.
    func firstItem(ofLine line: Int) -> Int {
        if columns == 1 { return line }
        if line >= lineCount { return count }
        let (start, first) = section(in: startLines, holding: line)
        return start + (line - first) * columns
    }

    /// The items of lines.
    func items(ofLines lines: Range<Int>) -> Range<Int> {
        firstItem(ofLine: lines.lowerBound)..<firstItem(ofLine: lines.upperBound)
    }

    /// The first item and the first line of the section that holds an item or a line.
    private func section(in firsts: [Int], holding place: Int) -> (start: Int, line: Int) {
        var (low, high) = (0, firsts.count)
        while low < high {
            let middle = (low + high) / 2
            if firsts[middle] <= place { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? (starts[low - 1], startLines[low - 1]) : (0, 0)
    }
}
