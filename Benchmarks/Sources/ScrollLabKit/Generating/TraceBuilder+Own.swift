/// Single situations that the field notes' traces miss.
extension TraceBuilder {
    mutating func drawSectionScrubber() {
        rest(600)
        // 26 sections of unlike sizes; the finger passes several a second, stays on one, and goes on to another.
        var sections = [0.0]
        for _ in 1..<26 { sections.append(sections[sections.count - 1] + scale(3000...90_000)) }
        let factor = Double(listRows) * 0.98 / sections[25]
        for index in 1...17 {
            jump(to: sections[index] * factor)
            rest(number(30...120))
        }
        rest(1000)
        for index in (8...16).reversed() {
            jump(to: sections[index] * factor)
            rest(number(40...150))
        }
        rest(1500)
    }

    mutating func drawReversal() {
        rest(600)
        coast(at: 1.2, for: 180)
        coast(at: -0.9, for: 150)
        coast(at: 1.6, for: 250)
        coast(at: -0.5)
        rest(800)
        drag(to: 400_000, in: 500)
        drag(to: 395_000, in: 300)
        rest(1500)
    }

    mutating func drawRotation() {
        rest(800)
        height = 9
        rest(700)
        coast(at: 0.5, for: 300)
        height = 20
        coast(at: 0.4)
        rest(800)
        jump(to: 250_000)
        rest(120)
        height = 9
        rest(1000)
        height = 20
        rest(1000)
    }

    mutating func drawTwoViews() {
        rest(500)
        for _ in 0..<12 {
            drag(to: position + 3, in: 100)
            rest(400)
        }
        look(as: 1, from: 600_000)
        height = 8
        rest(700)
        drag(to: 150_000, in: 900)
        rest(1500)
        coast(at: 0.8)
        rest(1000)
    }

    mutating func drawTablet() {
        rest(600)
        coast(at: 1.5, for: 500)
        coast(at: 2.5)
        rest(800)
        drag(to: 700_000, in: 1200)
        rest(1500)
        coast(at: -1)
        rest(1000)
    }

    mutating func drawFastDisplay() {
        rest(600)
        for _ in 0..<5 { coast(at: 0.25, for: 500) }
        coast(at: 0.25)
        rest(800)
        drag(to: 500_000, in: 1000)
        rest(1500)
    }
}
