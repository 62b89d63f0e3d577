#if arch(wasm32)
    // Memory for one list, in a few hundred bytes of code.
    //
    // Blocks come in sizes that are powers of two and are kept in a list a size when they are given back, so that a block is
    // found and given back in constant time, and memory is never more than twice the most that was in use of each size. Each block
    // begins with its size class, in 8 bytes that keep what follows aligned.

    @_extern(c, "llvm.wasm.memory.grow.i32")
    private func growMemory(_ memory: Int32, by pages: Int) -> Int

    private let header = 8
    private let pageBytes = 65_536

    /// Where the next new block begins, and where the memory that may be used ends.
    nonisolated(unsafe) private var (next, end) = (0, 0)
    /// The first free block of each size class: the first word after its header leads on to the following.
    nonisolated(unsafe) private var free: UnsafeMutablePointer<UInt>! = nil

    private func take(_ bytes: Int) -> UnsafeMutableRawPointer {
        if next + bytes > end {
            let pages = (bytes + pageBytes - 1) / pageBytes
            let old = growMemory(0, by: pages)
            guard old >= 0 else { fatalError() }
            if end == 0 { next = old * pageBytes }
            end = (old + pages) * pageBytes
        }
        defer { next += bytes }
        return UnsafeMutableRawPointer(bitPattern: next).unsafelyUnwrapped
    }

    @_cdecl("posix_memalign")
    public func allocate(
        _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ alignment: Int, _ bytes: Int
    ) -> Int32 {
        if free == nil {
            free = take(32 * 4).bindMemory(to: UInt.self, capacity: 32)
            free.update(repeating: 0, count: 32)
        }
        let sizeClass = Int.bitWidth - (bytes + header - 1 | 15).leadingZeroBitCount
        var block = UnsafeMutableRawPointer(bitPattern: free[sizeClass])
        if let block {
            free[sizeClass] = (block + header).load(as: UInt.self)
        } else {
            block = take(1 << sizeClass)
            block?.storeBytes(of: sizeClass, as: Int.self)
        }
        result.pointee = block.unsafelyUnwrapped + header
        return 0
    }

    @_cdecl("free")
    public func release(_ address: UnsafeMutableRawPointer?) {
        guard let address else { return }
        let block = address - header
        let sizeClass = block.load(as: Int.self)
        address.storeBytes(of: free[sizeClass], as: UInt.self)
        free[sizeClass] = UInt(bitPattern: block)
    }

    // What compilers expect of a C library. Memory is copied and set by instructions of its own.

    @_cdecl("round")
    public func round(_ number: Double) -> Double {
        (number.magnitude + 0.5).rounded(.down) * (number < 0 ? -1 : 1)
    }
#endif
