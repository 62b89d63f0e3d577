internal import Paging

/// Navigation by sections.
enum SectionSearch {
    /// The first row of the section after a row's section, or `nil` in the last one.
    static func next(after row: Int, in sections: ListSections) -> Int? {
        guard let current = section(of: row, in: sections) else { return nil }
        return sections[(current + 1)...].first { !$0.rows.isEmpty }?.rows.lowerBound
    }

    /// The first row of a row's section, or of the previous section if it is already that row.
    static func previous(before row: Int, in sections: ListSections) -> Int? {
        guard let current = section(of: row, in: sections) else { return nil }
        if sections[current].rows.lowerBound < row { return sections[current].rows.lowerBound }
        return sections[..<current].last { !$0.rows.isEmpty }?.rows.lowerBound
    }

    /// The first section whose title begins with some letters, or otherwise contains them.
    static func find(_ letters: String, in sections: ListSections) -> ListSections.Section? {
        let wanted = letters.lowercased()
        guard !wanted.isEmpty else { return nil }
        let filled = sections.lazy.filter { !$0.rows.isEmpty }
        return filled.first { $0.title.lowercased().hasPrefix(wanted) }
            ?? filled.first { $0.title.lowercased().contains(wanted) }
    }

    /// The section that contains a row.
    static func section(of row: Int, in sections: ListSections) -> Int? {
        guard let last = sections.last, row >= 0, row < last.rows.upperBound else { return nil }
        return sections.location(of: row).section
    }
}
