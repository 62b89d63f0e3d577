import Testing

@testable import PagingTool

/// Numbers and bars as people read them.
@Suite struct ProgressTests {
    @Test func `Numbers are grouped`() {
        #expect(Format.count(0) == "0")
        #expect(Format.count(155_455) == "155,455")
        #expect(Format.count(-1_000) == "-1,000")
        #expect(Format.plural(1, "row") == "1 row")
        #expect(Format.clock(75.2) == "1:15")
        #expect(Format.clock(3_661) == "1:01:01")
        #expect(Format.clock(.infinity) == "99:59:59")
        #expect(Format.span(.seconds(1)) == "1 second")
        #expect(Format.span(.milliseconds(44_001)) == "45 seconds")
        #expect(Format.span(.seconds(121)) == "3 minutes")
        #expect(Format.span(.seconds(7_200)) == "2 hours")
        #expect(Format.bytes(512) == "512 bytes")
        #expect(Format.bytes(3_251_200) == "3.1 MiB")
    }

    @Test func `The bar says how far and how long`() {
        let bar = ProgressBar(done: 50_000, total: 100_000, seconds: 5)
        let line = bar.line(width: 100)
        #expect(line.contains("50,000/100,000 rows  50 %  10,000/s  eta 0:05"))
        #expect(line.filter { $0 == "█" }.count == line.filter { $0 == "░" }.count)
        for width in 0..<120 { #expect(bar.line(width: width).count <= width) }
    }

    @Test func `Without a total it says what it knows`() {
        #expect(ProgressBar(done: 7, seconds: 2).line(width: 80) == "7 rows  3/s")
        #expect(ProgressBar(done: 0, total: 0).line(width: 80) == "0/0 rows")
        #expect(ProgressBar(done: 9, total: 3, seconds: 1).line(width: 80).contains("100 %"))
    }
}
