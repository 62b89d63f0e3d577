// The keyboard: arrows, Page Up and Down, Home, End; letters lead to a section.

// Milliseconds after which typing begins anew.
const pause = 800

export class Keys {
  #typed = ""
  #typedAt = 0

  constructor(list, view) {
    Object.assign(this, { list, view })
    view.addEventListener("keydown", (event) => this.#pressed(event))
    view.addEventListener("focusin", () => this.#focused())
    view.addEventListener("focusout", () => this.#focused())
  }

  // The row that has the focus, or holds what has; -1 for none. Its element stays, wherever it is scrolled to.
  row = -1

  #focused() {
    queueMicrotask(() => {
      const { activeElement } = this.view.getRootNode()
      this.row = +(activeElement?.closest?.(".paged-row")?.dataset.row ?? -1)
      if (!this.view.contains(activeElement)) this.row = -1
      this.list.pin(this.row)
    })
  }

  #pressed(event) {
    const { list } = this
    if (event.altKey || event.metaKey || event.defaultPrevented) return
    if (event.target.closest("input, textarea, select, [contenteditable]")) return
    const [{ first, end }, last] = [list.viewport, list.count - 1]
    const page = Math.max(1, end - first - 1)
    const from = this.row < 0 ? null : this.row
    const to = {
      ArrowDown: from == null ? first : from + 1, ArrowUp: from == null ? first : from - 1,
      PageDown: (from ?? first) + page, PageUp: (from ?? first) - page, Home: 0, End: last,
    }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      list.focusRow(Math.min(last, Math.max(0, to)))
    } else if (event.key.length == 1 && event.key != " " && !event.ctrlKey && list.sections.length) {
      event.preventDefault()
      this.#type(event.key, event.timeStamp)
    }
  }

  // Letters typed in quick succession are the beginning of a section's title.
  #type(letter, time) {
    this.#typed = (time - this.#typedAt < pause ? this.#typed : "") + letter.toLocaleLowerCase()
    this.#typedAt = time
    const index = this.list.sections.findIndex((one) => one.title.toLocaleLowerCase().startsWith(this.#typed))
    if (index >= 0) this.list.scrollToSection(index, { focus: true })
  }
}
