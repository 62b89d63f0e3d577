// The header of a table: the names of its columns, which stay above the rows, in line with their cells. Columns are sorted by and
// made wider there.

import { inner } from "./paged-inner.js"

// Pixels that a column is made wider by a key, and its least width.
const step = 16
const narrowest = 24

// A share of the rest is at least some letters wide: a table that is wider than the view is scrolled sideways.
const share = "minmax(0, 1fr)"
const track = (width) => width == share ? "minmax(5rem, 1fr)" : /^[\d.]+fr$/.test(width) ? `minmax(5rem, ${width})` : width

export class Columns {
  #widths = []

  // `view` has the rows, whose cells are as wide; `part`: what the template for `columns` is a copy of; each of its elements is a column's header.
  constructor(list, view, part) {
    Object.assign(this, { list, view })
    const row = (this.element = document.createElement("div"))
    row.className = "paged-columns"
    row.setAttribute("role", "row")
    row.setAttribute("aria-rowindex", 1)
    this.cells = part.nodes.filter((node) => node.nodeType == 1)
    row.append(...this.cells)
    this.cells.forEach((cell, index) => this.#equip(cell, index))
    this.#lay()
    this.mark()
    row.addEventListener("click", ({ target }) => {
      const cell = target.closest("button") && target.closest("[data-sort]")
      if (cell) list[inner].sortBy(cell.dataset.sort)
    })
    row.addEventListener("keydown", (event) => this.#pressed(event))
    row.addEventListener("pointerdown", (event) => this.#held(event))
  }

  #equip(cell, index) {
    cell.setAttribute("role", "columnheader")
    cell.classList.add("paged-column")
    this.#widths.push(cell.dataset.width ?? share)
    if (cell.dataset.sort) {
      const button = document.createElement("button")
      button.type = "button"
      button.append(...cell.childNodes)
      cell.append(button)
    }
    const grip = document.createElement("i")
    grip.className = "paged-grip"
    grip.dataset.column = index
    cell.append(grip)
  }

  // Pixels above the rows: none where the page has it seen by screen readers alone.
  get height() { return getComputedStyle(this.element).position == "absolute" ? 0 : this.element.offsetHeight }

  // Pixels that all columns take, if that is more than the view has.
  get width() { return this.element.offsetWidth }

  // The widths, as CSS has them.
  get widths() { return [...this.#widths] }
  set widths(widths) {
    this.#widths = this.cells.map((_, index) => widths[index] ?? share)
    this.#lay()
  }
  #lay() { this.view.style.setProperty("--paged-columns", this.#widths.map(track).join(" ")) }

  // Says by which column the list is sorted, and how.
  mark() {
    const { sort } = this.list
    for (const cell of this.cells) {
      const name = cell.dataset.sort
      if (!name) continue
      if (sort == name || sort == `-${name}`) cell.setAttribute("aria-sort", sort == name ? "ascending" : "descending")
      else cell.removeAttribute("aria-sort")
    }
  }

  // A column's header is as wide as it was, and then so much wider.
  #widen(index, from, by) {
    this.#widths[index] = `${Math.max(narrowest, Math.round(from + by))}px`
    this.#lay()
    this.list[inner].tellColumns()
  }

  #pressed(event) {
    const index = this.cells.findIndex((cell) => cell.contains(event.target))
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (index < 0 || !way) return
    event.preventDefault()
    event.stopPropagation()
    const forward = this.#isMirrored ? -way : way
    // With Alt a column is made wider or narrower; alone the arrows go from header to header.
    if (event.altKey) return this.#widen(index, this.cells[index].offsetWidth, forward * step)
    for (let next = index + forward; this.cells[next]; next += forward) {
      const button = this.cells[next].querySelector("button")
      if (button) return button.focus()
    }
  }

  #held(event) {
    const index = event.target.dataset.column
    if (index === undefined || event.button != 0) return
    event.preventDefault()
    const { target, pointerId, clientX } = event
    const width = this.cells[index].offsetWidth
    const side = this.#isMirrored ? -1 : 1
    target.setPointerCapture(pointerId)
    target.onpointermove = (move) => this.#widen(+index, width, side * (move.clientX - clientX))
    target.onlostpointercapture = () => (target.onpointermove = null)
  }

  get #isMirrored() { return getComputedStyle(this.element).direction == "rtl" }
}
