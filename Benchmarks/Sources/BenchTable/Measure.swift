private import CBench

/// Keeps a result from being optimized away.
@inline(never)
public func consume<Value>(_ value: Value) {
    withUnsafePointer(to: value) { look_at($0) }
}

/// Nanoseconds of processor time that a body takes, per operation.
///
/// Time in which the machine ran something else does not count, so that figures hold on a busy machine.
public func nanoseconds(per operations: Int, _ body: () -> Void) -> Double {
    let start = thread_nanoseconds()
    body()
    return (thread_nanoseconds() - start) / Double(operations)
}

/// The middle of several measurements, which what else runs on the machine moves little.
public func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/// Measures contenders in turn, round by round, so that what disturbs one disturbs all.
///
/// - Returns: for each contender, what it took in each round after the first, which warms up.
public func compete(rounds: Int, _ contenders: [() -> Double]) -> [[Double]] {
    var results = [[Double]](repeating: [], count: contenders.count)
    for round in 0...rounds {
        for (index, contender) in contenders.enumerated() {
            let result = contender()
            if round > 0 {
                results[index].append(result)
            }
        }
    }
    return results
}

/// The median of one contender's times over another's in the same round.
public func ratio(_ one: [Double], to other: [Double]) -> Double {
    median(zip(one, other).map { $0 / $1 })
}
