import PagingCore
import Testing

@Suite
struct PageTests {
    @Test(
        arguments: [
            (Page([1], total: -1), PageDefect.negativeTotal(-1)),
            (Page([1], total: 1 << 50 + 1), .totalTooLarge(1 << 50 + 1)),
            (Page([1], at: -1), .positionOutOfRange(-1)),
            (Page([1], at: 1 << 50), .positionOutOfRange(1 << 50)),
            (Page([1], at: .max), .positionOutOfRange(.max)),
        ])
    func `what no list has is refused`(page: Page<Int>, defect: PageDefect) {
        #expect(throws: defect) { try page.validate() }
    }

    @Test func `what a list may have is not, contradictions among it included`() throws {
        try Page<Int>([], total: 0).validate()
        try Page([1, 2], at: 7, total: 3).validate()
        try Page([1], at: 1 << 50 - 1, total: 1 << 50).validate()
        try Page<Int>([], at: 1 << 50).validate()
    }
}
