/// An exact scroll bar: its thumb has the same proportion and place in it as the screen in the list.
struct ScrollBar: Hashable, Sendable {
    /// The lines of the bar that the thumb covers.
    let thumb: Range<Int>
    /// The bar's height in lines.
    let height: Int

    /// Makes a bar.
    ///
    /// - Parameters:
    ///   - height: the number of lines of the bar.
    ///   - first: the first row on screen.
    ///   - shown: the number of rows on screen.
    ///   - count: the number of rows in the list.
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
        // The ends are exact: the thumb is at the top only at the list's start, and at the bottom only at its end.
        if room > 1 {
            if first > 0 { top = max(top, 1) }
            if first < count - shown { top = min(top, room - 1) }
        }
        thumb = top..<top + size
    }

    /// The fraction of the list for a line of the bar, from 0 to 1, with the thumb's middle there.
    func share(at line: Int) -> Double {
        let room = height - thumb.count
        guard room > 0 else { return 0 }
        return min(max((Double(line) - Double(thumb.count - 1) / 2) / Double(room), 0), 1)
    }
}
