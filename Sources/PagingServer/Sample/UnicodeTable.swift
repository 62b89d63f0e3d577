/// The sample's first table: the named characters of Unicode, by the standard library.
enum UnicodeTable {
    /// Code points between two progress reports.
    private static let reportInterval: UInt32 = 0x2000

    static func write(to connection: SQLiteConnection, progress: (Double) throws -> Void) throws {
        try connection.execute(
            """
            CREATE TABLE unicode (
                codePoint INTEGER PRIMARY KEY,
                code TEXT NOT NULL,
                character TEXT NOT NULL,
                name TEXT NOT NULL,
                category TEXT NOT NULL,
                letter TEXT NOT NULL,
                age TEXT
            )
            """)
        try connection.execute("BEGIN")
        for value in UInt32(0)...0x10_FFFF {
            if value.isMultiple(of: reportInterval) { try progress(Double(value) / Double(0x14_0000)) }
            guard let scalar = Unicode.Scalar(value),
                let name = scalar.properties.name ?? scalar.properties.nameAlias
            else { continue }
            let age = scalar.properties.age
            try connection.execute(
                "INSERT INTO unicode VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                [
                    .integer(Int64(value)), .text(code(value)), .text(String(Character(scalar))), .text(name),
                    .text(category(scalar.properties.generalCategory)), .text(String(name.prefix(1))),
                    age.map { .text("\($0.major).\($0.minor)") } ?? .null,
                ])
        }
        for (index, column) in ["category", "letter", "name", "age"].enumerated() {
            try progress(0.85 + 0.04 * Double(index))
            try connection.execute("CREATE INDEX unicode_\(column) ON unicode (\(column))")
        }
        try connection.execute("COMMIT")
    }

    /// A code point in Unicode's notation: U+ and at least four hexadecimal digits.
    private static func code(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static func category(_ category: Unicode.GeneralCategory) -> String {
        switch category {
        case .uppercaseLetter: "Uppercase Letter"
        case .lowercaseLetter: "Lowercase Letter"
        case .titlecaseLetter: "Titlecase Letter"
        case .modifierLetter: "Modifier Letter"
        case .otherLetter: "Other Letter"
        case .nonspacingMark: "Nonspacing Mark"
        case .spacingMark: "Spacing Mark"
        case .enclosingMark: "Enclosing Mark"
        case .decimalNumber: "Decimal Number"
        case .letterNumber: "Letter Number"
        case .otherNumber: "Other Number"
        case .connectorPunctuation: "Connector Punctuation"
        case .dashPunctuation: "Dash Punctuation"
        case .openPunctuation: "Open Punctuation"
        case .closePunctuation: "Close Punctuation"
        case .initialPunctuation: "Initial Punctuation"
        case .finalPunctuation: "Final Punctuation"
        case .otherPunctuation: "Other Punctuation"
        case .mathSymbol: "Math Symbol"
        case .currencySymbol: "Currency Symbol"
        case .modifierSymbol: "Modifier Symbol"
        case .otherSymbol: "Other Symbol"
        case .spaceSeparator: "Space Separator"
        case .lineSeparator: "Line Separator"
        case .paragraphSeparator: "Paragraph Separator"
        case .control: "Control"
        case .format: "Format"
        case .surrogate: "Surrogate"
        case .privateUse: "Private Use"
        case .unassigned: "Unassigned"
        @unknown default: "Other"
        }
    }
}
