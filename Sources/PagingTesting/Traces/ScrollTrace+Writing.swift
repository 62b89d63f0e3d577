extension ScrollTrace {
    /// The trace as the text of a CSV file. Parsing it returns the same trace.
    ///
    /// Times have three decimals of a millisecond. The columns for views and heights are written only if they are used.
    public var csv: String {
        let hasViewers = frames.contains { $0.viewer != 0 }
        let hasHeights = frames.contains { $0.viewportRows != nil }
        let columns = zip(Self.furtherColumns, [hasViewers, hasHeights]).filter(\.1).map(\.0)
        var text = "# viewport_rows=\(viewportRows) list_rows=\(listRows)\n"
        text += ([Self.header] + columns).joined(separator: ",") + "\n"
        for frame in frames {
            var fields = [Self.text(frame.milliseconds), "\(frame.firstRow)", frame.landingRow.map { "\($0)" } ?? ""]
            if hasViewers { fields.append("\(frame.viewer)") }
            if hasHeights { fields.append(frame.viewportRows.map { "\($0)" } ?? "") }
            text += fields.joined(separator: ",") + "\n"
        }
        return text
    }

    private static func text(_ milliseconds: Double) -> String {
        let micro = Int((milliseconds * 1000).rounded())
        let digits = "\(micro % 1000)"
        return "\(micro / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
    }
}
