/// The number of letters to insert, delete, replace or swap with a neighbor to change one word into another.
///
/// Source: the "optimal string alignment" distance, after F. J. Damerau, CACM 7(3), 1964.
func editDistance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left), Array(right))
    var rows = [Array(0...right.count)]
    for i in 1..<left.count + 1 {
        var row = [i]
        for j in 1..<right.count + 1 {
            let isSame = left[i - 1] == right[j - 1]
            var best = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (isSame ? 0 : 1))
            if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                best = min(best, rows[i - 2][j - 2] + 1)
            }
            row.append(best)
        }
        rows.append(row)
    }
    return rows[left.count][right.count]
}

/// The most similar word, or `nil` if none is similar.
func nearest(to word: String, among known: [String]) -> String? {
    let ranked = known.map { ($0, $0.hasPrefix(word) && !word.isEmpty ? 1 : editDistance(word, $0)) }
    guard let best = ranked.min(by: { $0.1 < $1.1 }) else { return nil }
    // A word with more than about a third of its letters changed is another word, not a typing error.
    return best.1 <= max(1, min(word.count, best.0.count) / 3 + 1) ? best.0 : nil
}
