extension Sequence {
    /// Returns the elements in ascending order of a number; elements of equal numbers keep their order.
    ///
    /// - Complexity: O(*n* log *n*).
    func ascending(by number: (Element) -> Int) -> [Element] {
        #if PAGING_DOWNWARD_LISTS
            // The page's machine has one sort, of numbers, rather than one for each type of elements.
            let elements = Array(self)
            return ascendingOrder(of: elements.map(number)).map { elements[$0] }
        #else
            return sorted { number($0) < number($1) }
        #endif
    }
}

/// Returns the indices of numbers in ascending order of the numbers; indices of equal numbers ascend.
///
/// - Complexity: O(*n* log *n*).
@inline(never)
func ascendingOrder(of numbers: [Int]) -> [Int] {
    var order = Array(numbers.indices)
    var merged = order
    // Merges neighboring sorted stretches, which become twice as long each time.
    var length = 1
    while length < order.count {
        var start = 0
        while start < order.count {
            let middle = min(start + length, order.count)
            let end = min(middle + length, order.count)
            var (left, right) = (start, middle)
            for place in start..<end {
                if right == end || left < middle && numbers[order[left]] <= numbers[order[right]] {
                    merged[place] = order[left]
                    left += 1
                } else {
                    merged[place] = order[right]
                    right += 1
                }
            }
            start = end
        }
        swap(&order, &merged)
        length *= 2
    }
    return order
}
