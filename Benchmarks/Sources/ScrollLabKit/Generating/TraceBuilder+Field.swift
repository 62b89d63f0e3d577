/// The kinds of scrolling that the field notes' traces show, with everything that may vary drawn.
extension TraceBuilder {
    mutating func drawDrag() {
        // Some begin at once, some after a look.
        show()
        if count(0...1) == 1 { rest(number(200...1500)) }
        drag(to: number(50_000...990_000), in: number(500...3000))
        rest(number(1000...2500))
    }

    mutating func drawSwipes() {
        show()
        let velocity = scale(0.06...0.6)
        let pause = number(350...1200)
        for _ in 0..<count(4...12) {
            coast(at: velocity * number(0.8...1.25), for: pause * number(0.8...1.25), error: number(-0.02...0.02))
        }
        if count(0...1) == 1 { coast(at: velocity, error: number(-0.02...0.02)) }
        rest(number(1000...2500))
    }

    mutating func drawFlingAndBack() {
        rest(number(300...1000))
        let velocity = scale(0.1...3)
        coast(at: velocity, error: number(-0.02...0.02))
        rest(number(500...1500))
        coast(at: -velocity * number(0.4...1.1), error: number(-0.02...0.02))
        rest(number(800...1500))
    }

    mutating func drawJumps() {
        rest(number(300...1000))
        for _ in 0..<count(3...8) {
            switch count(0...5) {
            case 0: jump(to: Double(listRows))
            case 1: jump(to: position + number(-3000...3000))
            case 2: jump(to: position + number(-60...60))
            default: jump(to: number(0...Double(listRows)))
            }
            rest(number(550...1500))
        }
    }

    mutating func drawReading() {
        rest(number(300...1200))
        let step = count(1...4)
        let period = number(300...1500)
        let length = number(15_000...25_000)
        var time = 0.0
        while time < length {
            // Now and then a reader looks back.
            let rows = count(0...14) == 0 ? -2 * step : step
            let moving = number(60...180)
            drag(to: position + Double(rows), in: moving)
            let pause = max(100, period * number(0.7...1.4) - moving)
            rest(pause)
            time += moving + pause
        }
    }

    mutating func drawThumbSearch() {
        rest(number(300...1000))
        let target = number(30_000...950_000)
        let overshoot = target * number(0.02...0.12)
        drag(to: target + overshoot, in: number(500...1500))
        drag(to: target - overshoot * number(0.1...0.5), in: number(400...1000))
        drag(to: target, in: number(300...900))
        rest(number(300...1800))
        drag(to: position + number(-40...40), in: number(300...1200))
        rest(number(800...1500))
    }
}
