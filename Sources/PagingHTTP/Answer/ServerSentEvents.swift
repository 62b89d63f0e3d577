import Foundation

/// A Server-Sent Event.
struct ServerSentEvent: Hashable, Sendable {
    /// The event's type, `message` by default.
    var name = "message"
    /// The lines of data, joined by line feeds.
    var data = Data()
    /// The last `id` received, with this event or before, or `nil` if there was none.
    var id: String?
}

/// Parses Server-Sent Events from chunks of any size.
///
/// Source: the HTML standard, "Server-sent events". Lines end with LF, CR or both, and an empty line ends an event. An event that is cut off by
/// the end of the stream is dropped.
struct ServerSentEvents: Sendable {
    /// The wait that the server asks for after the end of the stream.
    private(set) var retry: Duration?
    /// The longest wait that a server may ask for, in milliseconds: an hour.
    private static let longestRetry: Int64 = 3_600_000
    private let maximumBytes: Int
    private var line = Data()
    private var event = ServerSentEvent()
    private var hasData = false
    private var lastID: String?
    private var endedWithReturn = false
    private var isFirstLine = true

    /// - Parameter maximumBytes: the most bytes of one line and of one event's data.
    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// Parses the next bytes.
    ///
    /// - Returns: the events that are complete now.
    /// - Throws: ``HTTPAnswerTooLarge``.
    mutating func take(_ bytes: Data) throws(HTTPAnswerTooLarge) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
            // The LF of a CR LF, even if two chunks divide them.
            let isSecondHalf = endedWithReturn && end == rest.startIndex && rest[end] == 0x0A && line.isEmpty
            endedWithReturn = rest[end] == 0x0D
            if !isSecondHalf {
                line.append(rest[..<end])
                if let event = try endLine() { events.append(event) }
            }
            rest = rest[(end + 1)...]
        }
        if !rest.isEmpty { endedWithReturn = false }
        line.append(rest)
        guard line.count <= maximumBytes else { throw HTTPAnswerTooLarge() }
        return events
    }

    private mutating func endLine() throws(HTTPAnswerTooLarge) -> ServerSentEvent? {
        var line = line
        self.line = Data()
        if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = Data(line.dropFirst(3)) }
        isFirstLine = false
        if line.isEmpty { return endEvent() }
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
        var value = colon.map { line[($0 + 1)...] } ?? Data()[...]
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        switch String(decoding: line[..<(colon ?? line.endIndex)], as: UTF8.self) {
        case "event": event.name = String(decoding: value, as: UTF8.self)
        case "data":
            guard event.data.count + value.count < maximumBytes else { throw HTTPAnswerTooLarge() }
            if hasData { event.data.append(0x0A) }
            event.data.append(value)
            hasData = true
        case "id" where !value.contains(0): lastID = String(decoding: value, as: UTF8.self)
        case "retry":
            // Digits only: no sign, and an empty value is not a number.
            guard !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }) else { break }
            guard let number = Int64(String(decoding: value, as: UTF8.self)) else { break }
            retry = .milliseconds(min(number, Self.longestRetry))
        // Comments and unknown fields are ignored.
        default: break
        }
        return nil
    }

    private mutating func endEvent() -> ServerSentEvent? {
        defer { (event, hasData) = (ServerSentEvent(), false) }
        guard hasData else { return nil }
        if event.name.isEmpty { event.name = "message" }
        event.id = lastID.flatMap { $0.isEmpty ? nil : $0 }
        return event
    }
}
