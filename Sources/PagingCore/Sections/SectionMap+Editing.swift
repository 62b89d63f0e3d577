extension SectionMap {
    /// Sets a section's number of rows.
    ///
    /// - Parameters:
    ///   - count: the new number; below 0 counts as 0.
    ///   - section: from 0, below ``sectionCount``.
    /// - Complexity: O(log *n*) in the number of sections.
    package mutating func setCount(_ count: Int, ofSection section: Int) {
        precondition(counts.indices.contains(section), "SectionMap: section out of range")
        let old = counts[section]
        total -= old
        let new = fitted(count)
        total += new
        counts[section] = new
        var index = section + 1
        while index < sums.count {
            sums[index] += new - old
            index += index & -index
        }
    }

    /// Adds rows to a section, or removes some if the number is negative; a section never has fewer than none.
    ///
    /// - Parameters:
    ///   - section: from 0, below ``sectionCount``.
    ///   - rows: the number of rows to add.
    /// - Complexity: O(log *n*) in the number of sections.
    package mutating func grow(_ section: Int, by rows: Int) {
        let sum = count(ofSection: section).addingReportingOverflow(rows)
        setCount(sum.overflow ? Int.max : sum.partialValue, ofSection: section)
    }

    /// Inserts a new section before another.
    ///
    /// - Parameters:
    ///   - section: its future number, from 0 up to ``sectionCount``.
    ///   - count: its number of rows; below 0 counts as 0.
    /// - Complexity: O(*n*) in the number of sections.
    package mutating func insertSection(at section: Int, count: Int) {
        precondition(section >= 0 && section <= sectionCount, "SectionMap: inserting beyond the sections")
        let taken = fitted(count)
        counts.insert(taken, at: section)
        total += taken
        rebuild()
    }

    /// Removes a section with its rows.
    ///
    /// - Parameter section: from 0, below ``sectionCount``.
    /// - Complexity: O(*n*) in the number of sections.
    package mutating func removeSection(at section: Int) {
        precondition(counts.indices.contains(section), "SectionMap: section out of range")
        total -= counts.remove(at: section)
        rebuild()
    }
}
