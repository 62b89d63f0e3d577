/// The division of a flat list into sections: each section's number of rows, and the section and row of each position.
///
/// ```swift
/// var sections = SectionMap(counts: [3, 0, 5])
/// print(sections.location(of: 4))  // (section: 2, row: 1)
/// sections.grow(1, by: 10)
/// print(sections.position(section: 2, row: 1))  // 14
/// ```
///
/// Sections may be empty. Counts are kept in a Fenwick tree (Fenwick, A new data structure for cumulative frequency tables, 1994). So positions
/// are found in both directions, and counts changed, in logarithmic time. Titles are kept elsewhere.
///
/// A server's bad counts cannot stop the program: a count below 0 is taken as 0, and one that would bring the total beyond `Int.max` is reduced
/// to the rest.
package struct SectionMap: Hashable, Sendable {
    /// The number of rows of each section.
    var counts: [Int]

    /// At index *i*, counted from 1, the rows of the last *b* sections up to the *i*-th, where *b* is the lowest bit of *i*.
    var sums: [Int]

    /// The number of rows in all sections together.
    ///
    /// - Complexity: O(1).
    package internal(set) var total: Int

    /// Makes a map of sections with the given numbers of rows.
    ///
    /// - Complexity: O(*n*) in the number of sections.
    package init(counts: some Sequence<Int>) {
        self.counts = []
        sums = []
        total = 0
        for count in counts {
            let taken = fitted(count)
            self.counts.append(taken)
            total += taken
        }
        rebuild()
    }

    /// Makes a map without sections.
    package init() {
        self.init(counts: [])
    }

    /// The number of sections, including empty ones.
    ///
    /// - Complexity: O(1).
    package var sectionCount: Int { counts.count }

    /// A section's number of rows.
    ///
    /// - Parameter section: from 0, below ``sectionCount``.
    /// - Complexity: O(1).
    package func count(ofSection section: Int) -> Int {
        precondition(counts.indices.contains(section), "SectionMap: section out of range")
        return counts[section]
    }

    /// The positions of a section's rows; for an empty section an empty range at its place.
    ///
    /// - Parameter section: from 0, below ``sectionCount``.
    /// - Complexity: O(log *n*) in the number of sections.
    package func range(ofSection section: Int) -> Range<Int> {
        precondition(counts.indices.contains(section), "SectionMap: section out of range")
        let start = rows(before: section)
        return start..<start + counts[section]
    }

    /// The section and row at a position.
    ///
    /// - Parameter position: from 0, below ``total``.
    /// - Complexity: O(log *n*) in the number of sections.
    package func location(of position: Int) -> (section: Int, row: Int) {
        precondition(position >= 0 && position < total, "SectionMap: position out of range")
        var section = 0
        var row = position
        var step = 1
        while step * 2 < sums.count {
            step *= 2
        }
        // Skips as many whole sections as have no more than `row` rows together, including empty ones.
        while step > 0 {
            if section + step < sums.count, sums[section + step] <= row {
                section += step
                row -= sums[section]
            }
            step /= 2
        }
        return (section, row)
    }

    /// The position of a section's row.
    ///
    /// - Parameters:
    ///   - section: from 0, below ``sectionCount``.
    ///   - row: from 0, below the section's count.
    /// - Complexity: O(log *n*) in the number of sections.
    package func position(section: Int, row: Int) -> Int {
        precondition(row >= 0 && row < count(ofSection: section), "SectionMap: row out of range")
        return rows(before: section) + row
    }

    /// Stops the program if the sums are not those of the counts. Does nothing in release builds.
    ///
    /// - Complexity: O(*n* log *n*) in the number of sections.
    package func checkInvariants() {
        #if DEBUG
            var rows = 0
            for section in counts.indices {
                precondition(counts[section] >= 0, "SectionMap: section \(section) has a negative count")
                precondition(self.rows(before: section) == rows, "SectionMap: section \(section) starts elsewhere")
                rows += counts[section]
            }
            precondition(total == rows, "SectionMap: the total is not the sum")
        #endif
    }

    func rows(before section: Int) -> Int {
        var rows = 0
        var index = section
        while index > 0 {
            rows += sums[index]
            index &= index - 1
        }
        return rows
    }

    /// The part of a count that fits beside the present total.
    func fitted(_ count: Int) -> Int {
        min(max(0, count), Int.max - total)
    }

    mutating func rebuild() {
        sums = [0] + counts
        for index in sums.indices.dropFirst() {
            let parent = index + (index & -index)
            if parent < sums.count {
                sums[parent] += sums[index]
            }
        }
    }
}
