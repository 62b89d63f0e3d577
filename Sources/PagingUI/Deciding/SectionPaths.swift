package import Paging

/// Converts between row positions and pairs of section and row, for a view that has a section for each of the list's.
///
/// A view needs the two to agree. While the sections named by the source have more or fewer rows than the list, the view has one section without
/// a title.
package struct SectionPaths: Sendable {
    private let sections: ListSections?
    private let count: Int

    /// Makes the paths of a list's rows.
    ///
    /// - Parameters:
    ///   - count: the number of rows shown.
    ///   - sections: the list's sections.
    package init(count: Int, sections: ListSections?) {
        self.count = count
        let fits = sections?.last.map { $0.rows.upperBound == count } ?? false
        self.sections = fits ? sections : nil
    }

    /// The number of sections in the view.
    package var sectionCount: Int { sections?.count ?? 1 }

    /// The number of rows in a section.
    package func rowCount(ofSection section: Int) -> Int { sections?[section].rows.count ?? count }

    /// A section's title, or `nil` if rows are not in sections.
    package func title(ofSection section: Int) -> String? { sections?[section].title }

    /// All titles, or `nil` if rows are not in sections.
    package var titles: [String]? { sections?.map(\.title) }

    /// A row's section, and its position there.
    ///
    /// - Complexity: O(log *sections*).
    package func path(of position: Int) -> (section: Int, row: Int) {
        sections?.location(of: position) ?? (0, position)
    }

    /// The position of a section's row.
    ///
    /// - Complexity: O(log *sections*).
    package func position(section: Int, row: Int) -> Int { sections?.position(section: section, row: row) ?? row }
}
