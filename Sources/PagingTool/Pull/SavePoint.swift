/// Saves what was pulled now and then, for a process that is ended without being asked.
///
/// Rows that came are in the file, with a note of where to go on, at most ``longestDelay`` after it came and at most ``bytesBetween`` bytes behind.
@MainActor
final class SavePoint {
    /// How long rows may wait.
    static let longestDelay = Duration.seconds(1)
    /// How many bytes may wait.
    static let bytesBetween = 1 << 16

    private let output: OutputFile
    /// Returns the state to resume from after the rows written. Called on each save.
    private let state: @MainActor () -> PullState?
    /// `nil` before the first time.
    private var saved: (bytes: Int, time: ContinuousClock.Instant)?
    private var waiting: Task<Void, Never>?

    init(_ output: OutputFile, state: @escaping @MainActor () -> PullState?) {
        (self.output, self.state) = (output, state)
    }

    /// Rows were written.
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

    /// Nothing more is written.
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
