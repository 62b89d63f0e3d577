/// An answer in the library's own form, so that it can be sent again without any work.
///
/// `@unchecked Sendable`: the memory is written only in the initializer.
final class PreparedAnswer: @unchecked Sendable {
    let status: Int
    let rows: Int?
    let found: String?
    /// The list in the request's path.
    let list: String?
    let validity: AnswerValidity
    let body: UnsafeRawBufferPointer
    /// Names and values in turns, each ending with a zero.
    private let fields: UnsafeMutableBufferPointer<CChar>
    private let starts: [Int]

    /// - Returns: `nil` for an answer that cannot be sent again.
    init?(_ response: Response, list: String?) {
        guard let validity = response.validity, response.stream == nil else { return nil }
        (self.validity, self.list, status, rows) = (validity, list, response.status, response.rows)
        found = response.found
        let body = UnsafeMutableRawBufferPointer.allocate(byteCount: response.body.count, alignment: 1)
        body.copyBytes(from: response.body)
        self.body = UnsafeRawBufferPointer(body)
        var (bytes, starts): ([CChar], [Int]) = ([], [])
        for text in response.headers.flatMap({ [$0.name, $0.value] }) {
            starts.append(bytes.count)
            bytes += text.utf8CString
        }
        self.starts = starts
        fields = .allocate(capacity: bytes.count)
        _ = fields.initialize(from: bytes)
    }

    deinit {
        body.deallocate()
        fields.deallocate()
    }

    /// The size in bytes.
    var size: Int { body.count + fields.count }

    /// Calls a closure with each header field.
    func forEachField(_ body: (_ name: UnsafePointer<CChar>, _ value: UnsafePointer<CChar>) -> Void) {
        guard let first = fields.baseAddress else { return }
        for place in stride(from: 0, to: starts.count, by: 2) {
            body(first + starts[place], first + starts[place + 1])
        }
    }
}

extension Response {
    /// The way the rows were found, as in `Server-Timing`.
    var found: String? {
        headers.last { $0.name == "Server-Timing" }.map { String($0.value.prefix { $0 != ";" }) }
    }
}
