import Foundation
import Paging
import Testing

@testable import PagingTesting

struct OpenWaitsTests {
    /// The lines of the report that are about this file; other tests wait meanwhile.
    private func lines(_ line: UInt, at now: ContinuousClock.Instant = .now) -> [String] {
        OpenWaits.report(at: now).filter { $0.hasSuffix("at PagingTestingTests/OpenWaitsTests.swift:\(line)") }
    }

    @Test func `A wait is reported from its beginning to its end, with how long it has taken`() {
        let wait = OpenWaits.begin(line: 1) { "the tide" }
        #expect(
            lines(1, at: wait.began + .milliseconds(61_240)) == [
                "Waiting 61.2 s for the tide, at PagingTestingTests/OpenWaitsTests.swift:1"
            ])
        wait.end()
        #expect(lines(1).isEmpty)
    }

    @Test func `A wait tells what there is when it is asked, not when it began`() {
        let seen = Locked(0)
        let wait = OpenWaits.begin(line: 2) { "a wave, after \(seen.withLock { $0 }) of them" }
        seen.withLock { $0 = 7 }
        #expect(lines(2, at: wait.began).map { $0.prefix(38) } == ["Waiting 0.0 s for a wave, after 7 of t"])
        wait.end()
    }

    @Test func `A test that waits for a bell is in the report until the bell has rung`() async {
        let during = await Bell().wait(fileID: #fileID, line: 3, for: { "a ring" }, look: { lines(3) })
        #expect(during?.count == 1 && lines(3).isEmpty)
    }

    #if os(Linux) || os(macOS)
        @Test func `SIGUSR1 prints the open waits while the main actor is stuck`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let wait = OpenWaits.begin(line: 4) { "the ebb" }
                defer { wait.end() }
                let pipe = Pipe()
                dup2(pipe.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
                kill(getpid(), SIGUSR1)
                // Blocks the main actor until the report is there.
                var reading = pollfd(fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&reading, 1, 30_000) == 1 else { exit(1) }
                let text = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
                exit(text.contains("for the ebb, at PagingTestingTests/OpenWaitsTests.swift:4\n") ? 0 : 1)
            }
        }
    #endif
}
