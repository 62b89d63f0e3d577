// The keyboard: arrows, Page Up and Down, Home, End; letters lead to a section.

import { inner } from "./paged-inner.js"
import { controls } from "./paged-pointing.js"

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

  #focused() { queueMicrotask(() => this.look()) }
  // Finds out which row has the focus.
  look() {
    this.row = this.#focusedRow
    this.list[inner].pin(this.row)
  }
  get #focusedRow() { return this.hasFocus ? +(this.#active.closest(".paged-row")?.dataset.row ?? -1) : -1 }
  get #active() { return this.view.getRootNode().activeElement }
  get hasFocus() { return this.view.contains(this.#active) }
  // Rows are drawn: the focused element may show its row at another place.
  sync() {
    if (this.row < 0) return
    const row = this.#focusedRow
    if (row < 0 || row == this.row) return
    this.row = row
    this.list[inner].pin(row)
  }

  #pressed(event) {
    const { list } = this
    if (event.altKey || event.defaultPrevented) return
    if (event.target.closest("input, textarea, select, [contenteditable]")) return
    if (this.#select(event) || event.metaKey) return
    if (this.row >= 0 && this.#goToCell(event)) return
    const [{ first, end }, last] = [list.viewport, list.count - 1]
    const page = Math.max(1, end - first - 1)
    const from = this.row < 0 ? null : this.row
    const to = {
      ArrowDown: from == null ? first : from + 1, ArrowUp: from == null ? first : from - 1,
      PageDown: (from ?? first) + page, PageUp: (from ?? first) - page, Home: 0, End: last,
    }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      const row = Math.min(last, Math.max(0, to))
      if (event.shiftKey) this.selection?.extend(row, from ?? row)
      const { column } = this
      list.focusRow(row)
      if (column >= 0) this.#cells(row)[column]?.focus({ preventScroll: true })
    } else if (event.key.length == 1 && event.key != " " && !event.ctrlKey && list.sections.length) {
      event.preventDefault()
      this.#type(event.key, event.timeStamp)
    }
  }

  // Selects rows, or tells that one was chosen; returns whether the key means that.
  #select(event) {
    const { selection, row, list } = this
    const { key, ctrlKey, metaKey, target } = event
    const isInRow = row >= 0 && !target.matches(controls) && (target.matches(".paged-row") || target == this.#cells(row)[this.column])
    const act = key == "Enter" && isInRow ? () => list[inner].activate(row)
      : !selection ? null
      : key == " " && isInRow ? () => selection.toggle(row)
      : key.toLowerCase() == "a" && (ctrlKey || metaKey) ? () => selection.all()
      : key == "Escape" && selection.count ? () => selection.clear() : null
    if (!act) return false
    event.preventDefault()
    act()
    return true
  }

  // From a row into its cells and back, as the arrows point.
  #goToCell(event) {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const cells = this.#cells(this.row)
    if (!way || !cells.length || event.ctrlKey || event.shiftKey) return false
    event.preventDefault()
    const to = this.column + (getComputedStyle(this.view).direction == "rtl" ? -way : way)
    if (to < 0) this.list.focusRow(this.row)
    else cells[Math.min(to, cells.length - 1)].focus({ preventScroll: true })
    return true
  }

  // The cells of a row that can be seen, which can have the focus.
  #cells(row) {
    const cells = [...this.list.element(row)?.querySelectorAll(":scope > [role=gridcell], :scope > .paged-host > [role=gridcell]") ?? []].filter((cell) => cell.offsetWidth)
    for (const cell of cells) cell.tabIndex = -1
    return cells
  }
  // Which of a row's cells has the focus; -1 where the row itself has.
  get column() { return this.row < 0 ? -1 : this.#cells(this.row).indexOf(this.#active) }

  // Letters typed in quick succession are the beginning of a section's title.
  #type(letter, time) {
    this.#typed = (time - this.#typedAt < pause ? this.#typed : "") + letter.toLocaleLowerCase()
    this.#typedAt = time
    const index = this.list.sections.findIndex((one) => one.title.toLocaleLowerCase().startsWith(this.#typed))
    if (index >= 0) this.list.scrollToSection(index, { focus: true })
  }
}
