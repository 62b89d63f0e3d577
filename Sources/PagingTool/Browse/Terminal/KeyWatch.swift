internal import Foundation
internal import Paging

/// Wakes the main actor when someone types. It only waits; reading keys is ncurses's business.
final class KeyWatch: Sendable {
    private let taken = DispatchSemaphore(value: 0)
    private let isReadable = Locked(false)

    /// Begins to wait.
    ///
    /// - Parameter wake: called each time that something can be read, from another thread.
    init(_ wake: @escaping @Sendable () -> Void) {
        let thread = Thread { [self] in wait(wake) }
        thread.start()
    }

    /// Reads what can be read, where there is something, and waits for more.
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
            // The terminal is gone, and would be readable for ever; a signal ends the process.
            if input.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { return }
        }
    }
}
