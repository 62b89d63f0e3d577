internal import Foundation

/// Messages of a debug build to the developer of an app that misuses a list; release builds are silent.
package enum DebugLog {
    /// A test's closure for the messages; `nil` for the standard error.
    @TaskLocal package static var sink: (@Sendable (String) -> Void)?

    /// Prints a message in debug builds.
    static func say(_ text: @autoclosure () -> String) {
        #if DEBUG
            let line = "swift-paging: \(text())"
            if let sink { return sink(line) }
            FileHandle.standardError.write(Data((line + "\n").utf8))
        #endif
    }
}
