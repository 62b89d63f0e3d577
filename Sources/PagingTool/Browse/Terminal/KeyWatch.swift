internal import Foundation
internal import Paging

/// Wakes the main actor when there is input. It only waits, and ncurses reads the keys.
final class KeyWatch: Sendable {
    private let taken = DispatchSemaphore(value: 0)
    private let isReadable = Locked(false)

    /// Starts to wait.
    ///
    /// - Parameter wake: called each time there is input, on another thread.
    init(_ wake: @escaping @Sendable () -> Void) {
        let thread = Thread { [self] in wait(wake) }
        thread.start()
    }

    /// Reads the available input, and waits for more.
    func drain(_ read: () -> Void) {
        guard isReadable.withLock({ $0 }) else { return }
        read()
        isReadable.withLock { $0 = false }
        taken.signal()
    }

    private func wait(_ wake: () -> Void) {
        while true {
            var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            if poll(&input, 1, -1) < 0 { continue }
            isReadable.withLock { $0 = true }
            wake()
            taken.wait()
            // The terminal is gone, and would be readable forever. A signal ends the process.
            if input.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { return }
        }
    }
}
