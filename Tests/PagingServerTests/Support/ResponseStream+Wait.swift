import PagingServer
import PagingTesting

extension ResponseStream {
    /// Waits for the next bytes; `nil` where the stream is over.
    ///
    /// - Parameter whenIdle: called when there is nothing to take yet, each time that this is so.
    func wait(
        fileID: StaticString = #fileID, line: UInt = #line, whenIdle: () -> Void = {}
    ) async throws -> [UInt8]? {
        let wakes = Gathered<Void>()
        whenReady { wakes.add() }
        while true {
            let known = wakes.all.count
            switch next() {
            case .bytes(let bytes): return bytes
            case .end, .failed: return nil
            case .nothing:
                whenIdle()
                try await wakes.wait(for: known + 1, fileID: fileID, line: line)
            }
        }
    }

    /// The rest of the stream; `nil` where it is broken off.
    func rest() async throws -> [UInt8]? {
        let wakes = Gathered<Void>()
        whenReady { wakes.add() }
        var all: [UInt8] = []
        while true {
            let known = wakes.all.count
            switch next() {
            case .bytes(let bytes): all += bytes
            case .end: return all
            case .failed: return nil
            case .nothing: try await wakes.wait(for: known + 1)
            }
        }
    }
}
