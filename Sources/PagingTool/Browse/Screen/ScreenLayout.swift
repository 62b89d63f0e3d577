internal import PagingWire

extension ScreenContent {
    /// Arranges the content in lines of cells.
    func laidOut() -> Screen {
        guard height > 0, width > 0 else { return Screen(lines: []) }
        if showsKeys { return keysLaidOut() }
        var lines = [headerLine()]
        let rowLines = ScreenContent.rowLines(of: height)
        let bar = ScrollBar(
            height: rowLines, first: position.first, shown: position.rows.count, count: position.count)
        for line in 0..<rowLines {
            var spans = line < rows.count ? rowLine(rows[line], at: position.first + line) : []
            if line == 0, rows.isEmpty { spans = [span(emptyText, at: 0, width: width - 2, .dim)] }
            if width > 2, position.count > 0 {
                let isThumb = bar.thumb.contains(line)
                spans.append(.init(column: width - 1, text: isThumb ? "█" : "│", style: isThumb ? .thumb : .track))
            }
            lines.append(spans)
        }
        lines.append(footLine())
        return Screen(lines: Array(lines.prefix(height)))
    }

    /// The keys and their effects.
    private func keysLaidOut() -> Screen {
        let rowLines = ScreenContent.rowLines(of: height)
        let keys = KeyHelp.lines(width: width - 1, height: rowLines)
        var lines = [[span("Keys", at: 0, width: width, .header)]]
        for line in 0..<rowLines {
            lines.append(line < keys.count ? [span(keys[line], at: 0, width: width, .plain)] : [])
        }
        lines.append([span(" any key goes back to the rows", at: 0, width: width, .status)])
        return Screen(lines: Array(lines.prefix(height)))
    }

    /// The width of the column with row numbers, in cells.
    private var numberWidth: Int { Format.count(max(position.count, 1)).count }

    /// The cell where the data columns begin.
    private var dataColumn: Int { numberWidth + Columns.gap }

    /// The width of the data columns in cells, without the scroll bar and the blank before it.
    private var dataWidth: Int { max(0, width - dataColumn - 2) }

    private var emptyText: String { status.isLoading ? "loading …" : "no rows" }

    private func span(_ text: String, at column: Int, width: Int, _ style: Screen.Style, right: Bool = false)
        -> Screen.Span
    {
        .init(column: column, text: CellText.fitted(text, to: width, right: right), style: style)
    }

    private func headerLine() -> [Screen.Span] {
        var spans = [Screen.Span(column: 0, text: String(repeating: " ", count: width), style: .header)]
        spans.append(span("#", at: 0, width: min(width, numberWidth), .header, right: true))
        eachColumn { column, width, at in
            spans.append(span(column.title, at: at, width: width, .header, right: column.isNumeric))
        }
        return spans
    }

    private func rowLine(_ row: RowContent, at position: Int) -> [Screen.Span] {
        let isMarked = position == self.position.cursor
        var spans = [
            span(
                status.isStartKnown ? Format.count(position + 1) : "", at: 0, width: min(width, numberWidth),
                isMarked ? .marked : .dim,
                right: true)
        ]
        switch row {
        case .loaded(let value):
            let style: Screen.Style = isMarked ? .marked : .plain
            if isMarked { spans.append(span("", at: numberWidth, width: width - numberWidth - 1, .marked)) }
            let texts = columns?.texts(of: value) ?? []
            var index = 0
            eachColumn { column, width, at in
                spans.append(span(texts[index], at: at, width: width, style, right: column.isNumeric))
                index += 1
            }
        case .placeholder:
            eachColumn { column, width, at in
                // Bars of different lengths look like text that is still loading. The same row always has the same lengths.
                let share = 40 + (position &* 37 &+ at &* 11) % 50
                let length = max(1, min(width, column.width) * share / 100)
                let bar = String(repeating: "░", count: length)
                spans.append(span(bar, at: at, width: width, .dim, right: column.isNumeric))
            }
        case .failed:
            spans.append(span("not loaded; R tries again", at: dataColumn, width: dataWidth, .error))
        }
        return spans
    }

    private func eachColumn(_ body: (Columns.Column, _ width: Int, _ at: Int) -> Void) {
        // Before the first rows load there is one column, for bars.
        let columns = columns ?? Columns(chosen: [.init(names: [])], sample: [])
        var at = dataColumn
        for (column, width) in zip(columns.columns, columns.widths(in: dataWidth)) where width > 0 {
            body(column, width, at)
            at += width + Columns.gap
        }
    }

    private func footLine() -> [Screen.Span] {
        if let prompt {
            return [span(prompt.shown + "▏", at: 0, width: width - 1, .plain)]
        }
        return status.spans(width: width)
    }
}
