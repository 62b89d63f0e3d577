#if arch(wasm32)
    /// The page keeps the cursors of servers and gives each a number; the machine only compares numbers.
    extension Cursor {
        init(number: Int32) {
            self.init(bytes: (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
        }

        var number: Int32 { PagingWeb.number(of: bytes) }
    }

    /// The number that bytes of the page stand for.
    func number(of bytes: [UInt8]) -> Int32 { bytes.reversed().reduce(0) { $0 << 8 | Int32($1) } }
#endif
