import Foundation
import Paging

/// Cached answers, in memory or in the files of a directory. Their bytes are limited, and the oldest are evicted first.
///
/// All work happens under one lock, including files, so a late writer cannot restore answers that were removed.
final class CacheStore: Sendable {
    private static let fileExtension = "page"

    private struct Slot {
        var bytes: Int
        var keptAt: Date
        /// The answer, or `nil` if it is in a file.
        var answer: KeptAnswer?
    }

    private struct State {
        var slots: [String: Slot] = [:]
        var byteCount = 0
        /// `true` if the directory has been scanned.
        var isScanned = false
        /// Counts the calls that removed everything.
        var epoch = 0
    }

    private let directory: URL?
    private let maximumBytes: Int
    private let state = Locked(State())

    init(directory: URL?, maximumBytes: Int) {
        (self.directory, self.maximumBytes) = (directory, max(0, maximumBytes))
    }

    /// Counts the calls that removed everything.
    var epoch: Int { state.withLock(\.epoch) }

    var byteCount: Int {
        state.withLock { state in
            scan(&state)
            return state.byteCount
        }
    }

    /// - Complexity: O(*bytes*) of the answer if it is in a file.
    func answer(_ key: String) -> KeptAnswer? {
        state.withLock { state in
            scan(&state)
            guard let slot = state.slots[key] else { return nil }
            if let answer = slot.answer { return answer }
            guard let file = file(key), let data = try? Data(contentsOf: file) else {
                forget(key, &state)
                return nil
            }
            if let answer = KeptAnswer(file: data, key: key) { return answer }
            try? FileManager.default.removeItem(at: file)
            forget(key, &state)
            return nil
        }
    }

    /// Stores an answer under its key, unless everything was removed since an epoch.
    func keep(_ answer: KeptAnswer, epoch: Int) {
        let data = directory == nil ? nil : answer.file
        let bytes = data?.count ?? answer.byteCount
        state.withLock { state in
            guard state.epoch == epoch else { return }
            scan(&state)
            remove(answer.key, &state)
            guard bytes <= maximumBytes else { return }
            let isWritten = data.map { write($0, answer.key) } ?? false
            state.slots[answer.key] = Slot(
                bytes: bytes, keptAt: answer.confirmedAt, answer: isWritten ? nil : answer)
            state.byteCount += bytes
            evict(&state)
        }
    }

    func remove(_ key: String) { state.withLock { remove(key, &$0) } }

    func removeAll() throws {
        try state.withLock { state in
            state.epoch += 1
            // A new scan, because another process may have added files.
            (state.slots, state.byteCount, state.isScanned) = ([:], 0, false)
            scan(&state)
            var failure: (any Error)?
            for key in state.slots.keys {
                guard let file = file(key) else { continue }
                do { try FileManager.default.removeItem(at: file) } catch CocoaError.fileNoSuchFile {
                } catch { failure = error }
            }
            (state.slots, state.byteCount) = ([:], 0)
            if let failure { throw failure }
        }
    }

    // MARK: Under the lock

    private func evict(_ state: inout State) {
        while state.byteCount > maximumBytes, let oldest = state.slots.min(by: { $0.value.keptAt < $1.value.keptAt }) {
            remove(oldest.key, &state)
        }
    }

    private func remove(_ key: String, _ state: inout State) {
        guard let slot = state.slots[key] else { return }
        if slot.answer == nil, let file = file(key) { try? FileManager.default.removeItem(at: file) }
        forget(key, &state)
    }

    private func forget(_ key: String, _ state: inout State) {
        state.byteCount -= state.slots.removeValue(forKey: key)?.bytes ?? 0
    }

    /// Finds the answers that an earlier process stored. Other files in the directory stay as they are.
    private func scan(_ state: inout State) {
        guard !state.isScanned else { return }
        state.isScanned = true
        let properties: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey, .isRegularFileKey]
        let files = directory.flatMap {
            try? FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: Array(properties))
        }
        for file in files ?? [] where file.pathExtension == Self.fileExtension {
            guard let values = try? file.resourceValues(forKeys: properties), values.isRegularFile == true,
                let bytes = values.fileSize
            else { continue }
            let key = file.deletingPathExtension().lastPathComponent
            state.slots[key] = Slot(bytes: bytes, keptAt: values.contentModificationDate ?? .distantPast, answer: nil)
            state.byteCount += bytes
        }
        evict(&state)
    }

    private func file(_ key: String) -> URL? {
        directory?.appendingPathComponent(key).appendingPathExtension(Self.fileExtension)
    }

    /// - Returns: `true` if it was written. A full disk or a read-only directory does not fail the list.
    private func write(_ data: Data, _ key: String) -> Bool {
        guard let directory, let file = file(key) else { return false }
        do {
            // Other users of this machine must not read a user's rows.
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try data.write(to: file, options: .atomic)
            return true
        } catch {
            return false
        }
    }
}

extension KeptAnswer {
    /// The approximate memory in bytes.
    fileprivate var byteCount: Int { body.count + headers.reduce(256) { $0 + $1.key.utf8.count + $1.value.utf8.count } }
}
