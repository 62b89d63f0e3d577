/// Saves the progress of a pull at intervals, for a process that is killed.
///
/// Rows reach the file, with the place to resume from, at most ``longestDelay`` after they arrived, and at most ``bytesBetween`` bytes late.
@MainActor
final class SavePoint {
    /// The longest time between two saves.
    static let longestDelay = Duration.seconds(1)
    /// The most bytes between two saves.
    static let bytesBetween = 1 << 16

    private let output: OutputFile
    /// Returns the state to resume from after the rows written. Called on each save.
    private let state: @MainActor () -> PullState?
    /// The last save, or `nil` before the first.
    private var saved: (bytes: Int, time: ContinuousClock.Instant)?
    private var waiting: Task<Void, Never>?

    init(_ output: OutputFile, state: @escaping @MainActor () -> PullState?) {
        (self.output, self.state) = (output, state)
    }

    /// Records that rows were written.
    func noteWritten() {
        guard output.workingPath != nil, output.bytesTaken > saved?.bytes ?? 0 else { return }
        guard let saved else { return save() }
        let wait = saved.time + Self.longestDelay - ContinuousClock.now
        if wait <= .zero || output.bytesTaken - saved.bytes >= Self.bytesBetween { return save() }
        guard waiting == nil else { return }
        waiting = Task { [weak self] in
            try? await Task.sleep(for: wait)
            guard !Task.isCancelled else { return }
            self?.save()
        }
    }

    /// Ends saving.
    func end() {
        waiting?.cancel()
        waiting = nil
    }

    private func save() {
        end()
        // A file that cannot be written fails at the next row or at the end, where the error is reported.
        guard let path = output.workingPath, (try? output.flush()) != nil else { return }
        saved = (output.bytesTaken, .now)
        try? state()?.write(for: path)
    }
}
