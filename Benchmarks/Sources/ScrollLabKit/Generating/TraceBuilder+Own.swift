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
        let speed = number(0.8...1.25)
        coast(at: 1.2 * speed, for: 180)
        coast(at: -0.9 * speed, for: 150)
        coast(at: 1.6 * speed, for: 250)
        coast(at: -0.5 * speed)
        rest(800)
        let target = number(300_000...500_000)
        drag(to: target, in: 500)
        drag(to: target - 5000, in: 300)
        rest(1500)
    }

    mutating func drawRotation() {
        rest(800)
        height = 9
        rest(700)
        let speed = number(0.3...0.7)
        coast(at: speed, for: 300)
        height = 20
        coast(at: 0.8 * speed)
        rest(800)
        jump(to: number(100_000...900_000))
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
        drag(to: number(100_000...300_000), in: 900)
        rest(1500)
        coast(at: number(0.6...1))
        rest(1000)
    }

    mutating func drawTablet() {
        rest(600)
        let speed = number(0.8...1.25)
        coast(at: 1.5 * speed, for: 500)
        coast(at: 2.5 * speed)
        rest(800)
        drag(to: number(500_000...900_000), in: 1200)
        rest(1500)
        coast(at: -speed)
        rest(1000)
    }

    mutating func drawFastDisplay() {
        rest(600)
        let speed = number(0.15...0.4)
        for _ in 0..<5 { coast(at: speed, for: 500) }
        coast(at: speed)
        rest(800)
        drag(to: number(300_000...700_000), in: 1000)
        rest(1500)
    }
}
