import Testing

@testable import PagingTool

/// Whatever is in the data, a column keeps its width and the line its order.
@Suite struct CellTextTests {
    init() {
        TerminalLocale.activate()
    }

    @Test func `Fits exactly`() {
        #expect(CellText.fitted("abc", to: 5) == "abc  ")
        #expect(CellText.fitted("abc", to: 5, right: true) == "  abc")
        #expect(CellText.fitted("abcdef", to: 5) == "abcd…")
        #expect(CellText.fitted("abcde", to: 5) == "abcde")
        #expect(CellText.fitted("abc", to: 0) == "")
        #expect(CellText.fitted("ab", to: 1) == "…")
    }

    @Test func `Wide characters take two cells`() {
        #expect(CellText.width(of: "漢字") == 4)
        #expect(CellText.fitted("漢字", to: 5) == "漢字 ")
        // Half of a wide character does not fit; the ellipsis and a blank take its place.
        #expect(CellText.fitted("漢字漢", to: 4) == "漢… ")
        #expect(CellText.fitted("😀x", to: 3) == "😀x")
    }

    @Test func `Combining marks stay with their letter`() {
        #expect(CellText.fitted("e\u{301}x", to: 3) == "e\u{301}x ")
        #expect(CellText.fitted("\u{301}", to: 2) == "\u{25CC}\u{301} ")
        let zalgo = "a" + String(repeating: "\u{300}", count: 50)
        #expect(CellText.fitted(zalgo, to: 1).unicodeScalars.count == 4)
    }

    @Test func `Characters that control a terminal are replaced`() {
        #expect(CellText.fitted("a\u{1B}[31mb", to: 8) == "a␛[31mb ")
        #expect(CellText.fitted("a\nb\tc\u{7F}", to: 6) == "a␊b␉c␡")
        #expect(CellText.fitted("\u{9B}x", to: 2) == "\u{FFFD}x")
        #expect(CellText.fitted("\u{2028}", to: 1) == "\u{FFFD}")
    }

    @Test func `Characters that reorder a line are replaced`() {
        for scalar in ["\u{202E}", "\u{2066}", "\u{200F}", "\u{061C}", "\u{200D}", "\u{FEFF}", "\u{E0041}"] {
            #expect(CellText.fitted("a\(scalar)b", to: 3) == "a\u{FFFD}b")
        }
        // Right-to-left letters stay; a mark behind them keeps the digits that follow where they are.
        #expect(CellText.fitted("שלום", to: 5) == "שלום\u{200E} ")
    }

    @Test func `Variation selectors are left out`() {
        #expect(CellText.fitted("☃\u{FE0F}x", to: 3) == "☃x ")
    }

    @Test func `Every scalar keeps its column`() {
        var scalars = 0
        // All that a terminal might choke on is among the first; of the rest every 61st, a prime, is a fair sample.
        for value in Array(UInt32(0)..<0x3100) + stride(from: 0x3100, through: 0x10FFFF, by: 61) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = CellText.fitted(String(Character(scalar)) + "x", to: 4)
            // Fitted again it is as wide as before: nothing in it is wider, or narrower, than it was counted.
            if CellText.width(of: text.filter { $0 != "\u{200E}" }) > 4
                || text.unicodeScalars.contains(where: { $0.value < 0x20 })
            {
                Issue.record("U+\(String(value, radix: 16))")
                scalars += 1
                if scalars > 5 { return }
            }
        }
    }

    @Test func `Long text is read no further than it fits`() {
        let (short, long) = (String(repeating: "long ", count: 20), String(repeating: "long ", count: 2_000_000))
        func time(_ text: String) -> Duration {
            ContinuousClock().measure { for _ in 0..<1_000 { _ = CellText.fitted(text, to: 20) } }
        }
        // To read it whole would take a hundred thousand times as long.
        #expect(time(long) < time(short) * 100)
        #expect(CellText.fitted(long, to: 10) == "long long…")
    }
}
