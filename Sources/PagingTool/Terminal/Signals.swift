internal import Foundation
internal import Paging

/// The signals that end, suspend or redraw the tool. A separate thread receives them.
///
/// A signal's handler may do next to nothing, so it writes the signal's number into a pipe, and a thread reads it there.
/// (Blocking signals and waiting for them in a thread does not do: the runtime's first thread, which has nothing to do while
/// the main actor runs on others, unblocks them all.)
final class Signals: Sendable {
    /// The reaction to a signal.
    private struct Actions: Sendable {
        var interrupt: @Sendable () -> Void = { _exit(ExitCode.interrupted.rawValue) }
        var resize: @Sendable () -> Void = {}
        var suspend: @Sendable () -> Void = { Signals.stop() }
        var interrupts = 0
    }

    private static let actions = Locked(Actions())
    /// The file descriptor to which handlers write.
    ///
    /// `nonisolated(unsafe)`: it is set once, before any handler is installed, and only read from then on.
    nonisolated(unsafe) private static var pipe: Int32 = -1

    /// Begins to listen for signals; once a process.
    static func listen() {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [-1, -1]
        guard Foundation.pipe(&ends) == 0 else { return }
        // Full or not, a handler must not wait.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        pipe = ends[1]
        let reading = ends[0]
        let thread = Thread {
            var number: UInt8 = 0
            while true {
                let count = read(reading, &number, 1)
                if count == 1 { take(Int32(number)) } else if count == 0 || errno != EINTR { return }
            }
        }
        thread.start()
        for number in [SIGINT, SIGTERM, SIGWINCH, SIGTSTP] { handle(number) }
        // The program that started the tool may have left them blocked.
        var taken = sigset_t()
        sigemptyset(&taken)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP] { sigaddset(&taken, number) }
        pthread_sigmask(SIG_UNBLOCK, &taken, nil)
        // nohup says that a terminal's end is not to be the program's.
        var current = sigaction()
        sigaction(SIGHUP, nil, &current)
        if !isIgnored(current) { handle(SIGHUP) }
    }

    /// Sets the action for Ctrl-C and termination requests. The second one ends the process at once.
    static func onInterrupt(_ action: @escaping @Sendable () -> Void) {
        actions.withLock { $0.interrupt = action }
    }

    /// Sets the action for a change of the terminal's size.
    static func onResize(_ action: @escaping @Sendable () -> Void) {
        actions.withLock { $0.resize = action }
    }

    /// Sets the action for Ctrl-Z, which calls ``stop()`` at its end.
    static func onSuspend(_ action: @escaping @Sendable () -> Void) {
        actions.withLock { $0.suspend = action }
    }

    /// Stops the process until the shell lets it go on.
    static func stop() {
        kill(getpid(), SIGSTOP)
    }

    private static func take(_ number: Int32) {
        let actions = actions.withLock { actions in
            if number != SIGWINCH, number != SIGTSTP { actions.interrupts += 1 }
            return actions
        }
        switch number {
        case SIGWINCH: actions.resize()
        case SIGTSTP: actions.suspend()
        default:
            if actions.interrupts > 1 { _exit(ExitCode.interrupted.rawValue) }
            actions.interrupt()
        }
    }

    private static func handle(_ number: Int32) {
        var action = sigaction()
        let handler: @convention(c) (Int32) -> Void = { number in
            // Nothing here may take a lock or memory, and the code that was interrupted may be about to look at errno.
            let saved = errno
            var byte = UInt8(truncatingIfNeeded: number)
            _ = write(Signals.pipe, &byte, 1)
            errno = saved
        }
        #if canImport(Darwin)
            action.__sigaction_u.__sa_handler = handler
        #else
            action.__sigaction_handler.sa_handler = handler
        #endif
        action.sa_flags = SA_RESTART
        sigaction(number, &action, nil)
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        #if canImport(Darwin)
            unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == 1
        #else
            unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
        #endif
    }
}
