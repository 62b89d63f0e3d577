#if (canImport(Darwin) || APPLE_STAND_INS) && canImport(SwiftUI)
    internal import Foundation
    internal import Paging
    public import SwiftUI

    /// A list's rows inside a `List`, in its sections: ``PagedForEach`` with ``PagedForEach/sectionHeader(content:)``.
    ///
    /// Until the source has named sections, the rows are in none.
    public struct SectionedForEach<Element: Sendable, ID: Hashable, Row: View, Placeholder: View, Header: View>: View {
        let rows: PagedForEach<Element, ID, Row, Placeholder>
        let header: (String) -> Header

        /// The sections, or only the rows.
        public var body: some View {
            if let sections = rows.list.sections, !sections.isEmpty {
                let ids = rows.list.slotIDs
                ForEach(ShownSection.all(of: sections, count: ids.count)) { section in
                    Section {
                        rows.rows(of: ids, in: section.rows)
                    } header: {
                        header(section.id.title)
                    }
                }
            } else {
                rows
            }
        }
    }

    /// A section that is shown.
    struct ShownSection: Identifiable, Hashable {
        /// A section's title, and how many sections before it have the same title, so that a section inserted above others does not change their
        /// identities.
        struct ID: Hashable {
            let title: String
            let occurrence: Int
        }

        let id: ID
        let rows: Range<Int>

        /// All sections for a number of rows. If the list has more or fewer rows than the source's sections, the difference goes to the last
        /// section: a `List` that lost its sections for a moment would lose its reader's place.
        static func all(of sections: ListSections, count: Int) -> [ShownSection] {
            var seen: [String: Int] = [:]
            return sections.indices.map { index in
                let (section, isLast) = (sections[index], index == sections.count - 1)
                defer { seen[section.title, default: 0] += 1 }
                let first = min(section.rows.lowerBound, count)
                return ShownSection(
                    id: ID(title: section.title, occurrence: seen[section.title, default: 0]),
                    rows: first..<(isLast ? count : min(section.rows.upperBound, count)))
            }
        }
    }
#endif
