/// A scroll bar that tells the truth: its thumb is as large a part of it as the screen is of the list, and as far down.
struct ScrollBar: Hashable, Sendable {
    /// The lines of the bar that the thumb covers.
    let thumb: Range<Int>
    /// The bar's height in lines.
    let height: Int

    /// Makes a bar.
    ///
    /// - Parameters:
    ///   - height: lines of the bar.
    ///   - first: the first row on screen.
    ///   - shown: rows on screen.
    ///   - count: rows of the list.
    init(height: Int, first: Int, shown: Int, count: Int) {
        self.height = max(0, height)
        guard height > 0, count > shown, shown > 0 else {
            thumb = 0..<max(0, height)
            return
        }
        let size = max(1, Int((Double(height) * Double(shown) / Double(count)).rounded()))
        let room = height - size
        let share = Double(min(max(first, 0), count - shown)) / Double(count - shown)
        var top = Int((share * Double(room)).rounded())
        // The ends are told exactly: at the top only there, at the bottom only there.
        if room > 1 {
            if first > 0 { top = max(top, 1) }
            if first < count - shown { top = min(top, room - 1) }
        }
        thumb = top..<top + size
    }

    /// The share of the list that a line of the bar stands for, from 0 to 1, with the thumb's middle there.
    func share(at line: Int) -> Double {
        let room = height - thumb.count
        guard room > 0 else { return 0 }
        return min(max((Double(line) - Double(thumb.count - 1) / 2) / Double(room), 0), 1)
    }
}
