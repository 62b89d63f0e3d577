internal import Paging

/// The effects of keys and the mouse.
extension Browser {
    /// The number of rows per notch of the wheel.
    private static let rowsPerNotch = 3

    func take(_ key: Key) {
        message = nil
        if showsKeys {
            showsKeys = false
            return
        }
        if prompt != nil, takeInPrompt(key) { return }
        hasJumped = false
        seeksEnd = false
        soughtRow = nil
        seeksID = seeksID && list.count == 0
        switch key {
        case .up, .character("k"): position.move(by: -1)
        case .down, .character("j"), .enter: position.move(by: 1)
        case .pageUp, .character("b"): position.page(by: -1)
        case .pageDown, .character(" "): position.page(by: 1)
        case .home, .character("g"): goToStart()
        case .end, .character("G"):
            jump { $0.end() }
            seeksEnd = !list.isEndKnown || list.peek(list.count - 1) == nil
        case .character(":"): prompt = Prompt(.row)
        case .character("/"): if hasSections { prompt = Prompt(.section) }
        case .character("n"), .character("]"): goToSection("no section follows", SectionSearch.next)
        case .character("p"), .character("["): goToSection("no section comes before", SectionSearch.previous)
        case .character("r"): refresh()
        case .character("R"): list.retry()
        case .character("?"): showsKeys = true
        case .character("q"), .character("Q"): hasQuit = true
        case .wheel(let notches): position.scroll(by: notches * Browser.rowsPerNotch)
        case .press(let row, let column): press(row: row, column: column)
        case .drag(let row, _): if isDragging { scrollBar(to: row) }
        case .release:
            // The reader stays at the row where the button is released.
            hasJumped = isDragging
            isDragging = false
        case .escape, .backspace, .character: break
        }
    }

    private func goToStart() {
        jump { $0.home() }
        if !list.isStartKnown, list.count > 0 { jump(to: .start) { $0.home() } }
    }

    private func jump(_ move: (inout ReaderPosition) -> Void) {
        move(&position)
        hasJumped = true
    }

    // MARK: Moving to rows and sections

    /// Passes a key to the prompt.
    ///
    /// - Returns: `true` if the prompt accepted the key. It accepts no mouse events.
    private func takeInPrompt(_ key: Key) -> Bool {
        switch key {
        case .wheel, .press, .drag, .release: return false
        default: break
        }
        switch prompt?.take(key) {
        case .done?: finishPrompt()
        case .cancelled?: prompt = nil
        case .typing?, nil: break
        }
        return true
    }

    private func finishPrompt() {
        guard let prompt else { return }
        self.prompt = nil
        switch prompt.kind {
        case .row:
            guard let row = prompt.row else { return message = "that is no row's number" }
            guard list.isStartKnown || list.count == 0 else {
                return message = "rows have no numbers before the list's start is known; g goes there"
            }
            if list.isEndKnown, row >= list.count { message = "there are \(Format.plural(list.count, "row"))" }
            jump { $0.go(to: row) }
        case .section:
            guard let section = list.sections.flatMap({ SectionSearch.find(prompt.text, in: $0) }) else {
                return message = "no section is called '\(prompt.text)'"
            }
            jump { $0.go(to: section.rows.lowerBound) }
        }
    }

    private var hasSections: Bool {
        if list.sections != nil { return true }
        message = options.sections == nil ? "no sections; --sections COLUMN makes them" : "sections are not here yet"
        return false
    }

    private func goToSection(_ none: String, _ find: (Int, ListSections) -> Int?) {
        guard hasSections, let sections = list.sections else { return }
        guard let row = find(position.cursor, sections) else { return message = none }
        jump { $0.go(to: row) }
    }

    private func refresh() {
        message = "refreshing"
        Task { [weak self, list] in
            // The list's state has the error, and the status line shows it.
            _ = try? await list.refresh()
            self?.message = nil
            self?.watch.wake()
        }
    }

    // MARK: The mouse

    private func press(row: Int, column: Int) {
        let line = row - 1
        guard line >= 0, line < position.height else { return }
        isDragging = column >= terminal.width - 2
        if isDragging { scrollBar(to: row) } else { position.mark(line: line) }
    }

    private func scrollBar(to row: Int) {
        let bar = ScrollBar(
            height: position.height, first: position.first, shown: position.rows.count, count: position.count)
        position.scroll(to: bar.share(at: row - 1))
    }
}
