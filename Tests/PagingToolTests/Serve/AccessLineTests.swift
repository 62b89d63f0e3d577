import Testing

@testable import PagingServer
@testable import PagingTool

/// Requests as they are logged for people and programs.
struct AccessLineTests {
    private func record(method: String, target: String) -> AccessRecord {
        AccessRecord(
            method: method, target: target, status: 405, bytes: 0, milliseconds: 1, isComplete: true, id: "a",
            client: nil,
            list: nil, rows: nil, found: nil)
    }

    /// A log is read on terminals, which obey such characters.
    @Test func `No control character of a client is printed`() {
        let line = AccessLine.text(for: record(method: "GE\u{1B}[31mT\n", target: "/\u{1B}[2J"))
        #expect(line.hasPrefix("405  GE?[31mT? /?[2J  "))
        #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    }

    @Test func `A long method is cut`() {
        let record = record(method: String(repeating: "A", count: 5_000), target: "/")
        #expect(AccessLine.text(for: record).count < 100)
        #expect(AccessLine.json(for: record, time: "now").count < 200)
    }
}
