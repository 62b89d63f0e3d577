extension PagedArray {
    /// The position of the slot with an identity, or `nil` if it was removed or never existed.
    ///
    /// - Complexity: O(log *runs*) if slots were only added at the ends, and removed anywhere; O(*runs*) once slots were inserted in between or
    ///   moved.
    @inlinable
    public func position(of id: SlotID) -> Int? {
        if identities.ascends {
            var low = 0
            var high = directory.runCount
            while low < high {
                let middle = (low + high) / 2
                if directory.bases[middle] <= id.rawValue {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            return low > 0 ? position(of: id, in: low - 1) : nil
        }
        for run in 0..<directory.runCount {
            if let position = position(of: id, in: run) {
                return position
            }
        }
        return nil
    }

    @inlinable
    @inline(__always)
    func position(of id: SlotID, in run: Int) -> Int? {
        // One unsigned comparison checks both ends, and is right for any two numbers.
        let offset = id.rawValue &- directory.bases[run]
        let isInside = UInt(bitPattern: offset) < UInt(bitPattern: directory.length(of: run))
        return isInside ? directory.starts[run] + offset : nil
    }

    /// The positions of the slots with these identities, each as ``position(of:)`` returns it.
    ///
    /// - Parameter ids: identities in any order, which may repeat; `nil` for none.
    /// - Returns: one position for each identity; `nil` for one without a slot, and for `nil`.
    /// - Complexity: O(*n* log *runs*) in the number *n* of identities where those of slots ascend, else
    ///   O((*n* + *runs*) log *n*), and O(*n* log *n* + *runs*) for identities that are spread evenly: the runs are walked
    ///   once for all of them.
    @inlinable
    package func positions(of ids: [SlotID?]) -> [Int?] {
        // A few are found faster one by one.
        if identities.ascends || ids.count <= 8 { return ids.map { $0.flatMap { position(of: $0) } } }
        var positions = [Int?](repeating: nil, count: ids.count)
        guard let sought = SoughtSlots(ids, runs: directory.runCount) else { return positions }
        var left = sought.ids.count
        for run in 0..<directory.runCount where left > 0 {
            var index = sought.firstIndex(from: directory.bases[run])
            while index < sought.ids.count, let position = position(of: sought.ids[index].id, in: run) {
                positions[sought.ids[index].index] = position
                index += 1
                left -= 1
            }
        }
        return positions
    }
}

/// Identities to find among runs in any order.
@usableFromInline
struct SoughtSlots {
    /// The identities in ascending order, each with its index in the request.
    @usableFromInline var ids: ContiguousArray<(id: SlotID, index: Int)> = []
    /// For each stretch of identities as wide as a power of two, the first of ``ids`` in it or behind it; and their count.
    @usableFromInline var starts: ContiguousArray<Int> = []
    /// The power: among many runs such that most stretches hold none of the identities and are passed at once.
    @usableFromInline var shift = 0

    /// Returns `nil` if there are no identities.
    ///
    /// - Parameter runs: the number of runs to search.
    @usableFromInline
    init?(_ sought: [SlotID?], runs: Int) {
        ids.reserveCapacity(sought.count)
        for (index, id) in sought.enumerated() {
            if let id { ids.append((id, index)) }
        }
        if ids.isEmpty { return nil }
        ids = ContiguousArray(ids.ascending { $0.id.rawValue })
        let span = stretch(of: ids[ids.count - 1].id.rawValue)
        // An index only pays off for many runs and many identities.
        let stretches = min(8 * ids.count, runs / 8)
        while span >> shift > UInt(stretches) { shift += 1 }
        starts.reserveCapacity(stretches + 2)
        for (index, sought) in ids.enumerated() {
            let stretch = Int(stretch(of: sought.id.rawValue))
            while starts.count <= stretch { starts.append(index) }
        }
        starts.append(ids.count)
    }

    /// The first of the identities that is not below a number, or their count if there is none.
    @inlinable
    func firstIndex(from number: Int) -> Int {
        if number <= ids[0].id.rawValue { return 0 }
        if number > ids[ids.count - 1].id.rawValue { return ids.count }
        let stretch = Int(stretch(of: number))
        var (low, high) = (starts[stretch], starts[stretch + 1])
        while low < high {
            let middle = (low + high) / 2
            if ids[middle].id.rawValue < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The stretch of a number that is not below the first identity; the difference of any two numbers fits.
    @inlinable
    func stretch(of number: Int) -> UInt { UInt(bitPattern: number &- ids[0].id.rawValue) >> shift }
}
