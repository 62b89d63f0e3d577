import Foundation
import PagingServer

extension ResponseStream {
    /// Waits for the next bytes; `nil` where the stream is over. Tests that call it have a time limit.
    func wait() -> [UInt8]? {
        while true {
            switch next() {
            case .bytes(let bytes): return bytes
            case .end, .failed: return nil
            case .nothing: Thread.sleep(forTimeInterval: 0.005)
            }
        }
    }
}
