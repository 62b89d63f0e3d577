/// Collects shapes and writes them as SVG, in colors that suit light and dark surroundings.
struct SVGCanvas {
    private var shapes = ""

    mutating func rectangle(x: Double, y: Double, width: Double, height: Double, style: String) {
        shapes +=
            "<rect class=\"\(style)\" x=\"\(x.text())\" y=\"\(y.text())\" width=\"\(width.text())\" "
            + "height=\"\(height.text())\"/>\n"
    }

    mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, style: String) {
        shapes +=
            "<line class=\"\(style)\" x1=\"\(x1.text())\" y1=\"\(y1.text())\" x2=\"\(x2.text())\" y2=\"\(y2.text())\"/>\n"
    }

    mutating func text(_ text: String, x: Double, y: Double, style: String) {
        shapes += "<text class=\"\(style)\" x=\"\(x.text())\" y=\"\(y.text())\">\(Self.escaped(text))</text>\n"
    }

    func svg(width: Double, height: Double, description: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width.text()) \(height.text())" \
        width="\(width.text())" height="\(height.text())" role="img">
        <title>\(Self.escaped(description))</title>
        <style>
        \(Self.style)
        </style>
        <defs>
        <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line class="hatch" x1="0" y1="0" x2="0" y2="5"/>
        </pattern>
        </defs>
        <rect class="paper" width="\(width.text())" height="\(height.text())"/>
        \(shapes)</svg>

        """
    }

    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: String(character)
            }
        }.joined()
    }

    private static let style = """
        text { font-family: system-ui, "Helvetica Neue", Arial, sans-serif; fill: #24292f; }
        .title { font-size: 16px; font-weight: 600; }
        .label { font-size: 12px; fill: #57606a; font-variant-numeric: tabular-nums; }
        .middle { text-anchor: middle; }
        .end { text-anchor: end; }
        .paper { fill: #ffffff; }
        .frame { fill: none; stroke: #8c959f; }
        .grid { stroke: #eaeef2; }
        .tick { stroke: #8c959f; }
        .shown { fill: #57606a; }
        .missing { fill: #e5484d; }
        .request { stroke-width: 1; }
        .answered { fill: #2f81f7; fill-opacity: 0.22; stroke: #2f81f7; stroke-opacity: 0.7; }
        .cancelled { fill: url(#hatch); stroke: #9a6700; stroke-opacity: 0.7; }
        .hatch { stroke: #bf8700; stroke-width: 2; }
        .open { fill: none; stroke: #8250df; stroke-dasharray: 3 2; }
        @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3; }
        .label { fill: #9198a1; }
        .paper { fill: #0d1117; }
        .frame { stroke: #656c76; }
        .grid { stroke: #21262d; }
        .tick { stroke: #656c76; }
        .shown { fill: #b1bac4; }
        .missing { fill: #ff6369; }
        .answered { fill: #4493f8; stroke: #4493f8; }
        .cancelled { stroke: #d29922; }
        .hatch { stroke: #d29922; }
        .open { stroke: #ab7df8; }
        }
        """
}
