/// Marks the members of a longest subsequence of distinct numbers that increases throughout.
///
/// Patience sorting (Fredman, On computing the length of longest increasing subsequences, 1975).
///
/// - Complexity: O(*n*) for the numbers that exceed all before them, O(log *n*) for each other.
@usableFromInline
func longestIncreasingSubsequence(of numbers: [Int]) -> [Bool] {
    // tails[k] is the index of the lowest number that ends an increasing subsequence of length k + 1.
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() {
        guard let last = tails.last, number < numbers[last] else {
            previous[index] = tails.last ?? -1
            tails.append(index)
            continue
        }
        var low = 0
        var high = tails.count - 1
        while low < high {
            let middle = (low + high) / 2
            if numbers[tails[middle]] < number {
                low = middle + 1
            } else {
                high = middle
            }
        }
        previous[index] = low > 0 ? tails[low - 1] : -1
        tails[low] = index
    }
    var members = [Bool](repeating: false, count: numbers.count)
    var index = tails.last ?? -1
    while index >= 0 {
        members[index] = true
        index = previous[index]
    }
    return members
}
