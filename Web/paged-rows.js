// The content of the elements of the rows near the view.

import { RowPool } from "./paged-pool.js"
import { isSame, namedFields, numberText, titleField } from "./paged-fields.js"

const far = 50_000

export class Rows {
  #freeHeaders = []
  #headers = new Map()
  #claimedHeaders
  #origin = 0
  // Rows above the list's, which are counted with them: 1 where columns have a header.
  headers = 0
  // The app's own way to fill an item's element, and to tell whether two items read the same, where it has one.
  fill
  isEqual

  // `role`: "row" in a grid, else "listitem".
  constructor(body, templates, role, observer) {
    Object.assign(this, { body, templates, role, pool: new RowPool(body, role, observer) })
  }

  get elements() { return this.pool.used.values() }
  of(slot) { return this.pool.used.get(slot) }

  // Begins a drawing.
  begin() { this.#claimedHeaders = new Set() }
  end() {
    this.pool.rest()
    for (const [index, element] of this.#headers) if (!this.#claimedHeaders.has(index)) {
      this.#headers.delete(index)
      this.#freeHeaders.push(element)
      element.hidden = true
    }
  }
  keep(slots, ghosts, keys) { this.pool.keep(slots, ghosts, keys) }
  sort(first, end) { return this.pool.sort(first, end) }
  unslot() { this.pool.unslot() }

  // The element of a row, showing what is known of it. `key` is the identity of its item, `place(number, title)` what a placeholder says of where it is, below
  // its section's title.
  show({ slot, row, count, kind, key, value, section, isSelected, place, title }) {
    const { pool } = this
    let element = pool.used.get(slot)
    const hasFocus = element && element == pool.focus
    if (element && this.#isOther(element.known, kind, kind == "item" ? key : undefined, value)) {
      pool.retire(slot)
      element = undefined
    }
    const isNew = !element
    element ??= pool.take(slot, kind == "item" ? key : undefined, row)
    if (isNew && hasFocus) element.focus({ preventScroll: true })
    const { known } = element
    if (known.kind !== kind || known.value !== value) {
      element.toggleAttribute("data-fresh", !isNew && kind == "item" && known.kind != "item")
      this.#show(element, kind, key, value, row)
    } else if (isNew) element.removeAttribute("data-fresh")
    // A place that a row shows stays until its item comes. A placeholder that has its number says its section alone.
    const passed = place && (element.parts[kind].fields.some(([, path]) => path == "#") ? title : place(row + 1, title))
    const said = kind != "placeholder" ? undefined : passed ?? (known.row === row ? known.place : undefined)
    if (known.place !== said) said === undefined ? element.removeAttribute("data-place") : element.setAttribute("data-place", said)
    if (known.row !== row) {
      element.setAttribute(this.role == "row" ? "aria-rowindex" : "aria-posinset", row + 1 + this.headers)
      for (const [node, path] of element.parts[kind].fields) if (path == "#") node.textContent = numberText(row + 1)
      element.dataset.row = row
      element.classList.toggle("odd", row % 2 == 1)
    }
    if (known.count !== count && this.role != "row") element.setAttribute("aria-setsize", count)
    if (known.section !== section) {
      if (section) element.setAttribute("aria-description", section)
      else element.removeAttribute("aria-description")
    }
    if (known.isSelected !== isSelected && isSelected !== undefined) element.setAttribute("aria-selected", isSelected)
    Object.assign(known, { kind, value, row, count, section, isSelected, place: said })
    pool.drawn(element)
    return element
  }

  // Whether an element is to show something else than it did, and not more of it. Where items have no identity, those in one place are one item
  // as long as they read the same.
  #isOther(known, kind, key, value) {
    if (known.isOld || known.isBlank && known.value !== value || known.isEdited && known.key !== key) return true
    // A row that a reader has changed has come again, and a placeholder was in its place until now.
    return known.kind != "item" ? this.pool.isAside(key) : !(kind == "item" && known.key === key && (key !== undefined || (this.isEqual ?? isSame)(known.value, value)))
  }

  // Shows an item, a placeholder or nothing. An item that is shown already is brought up to date, and costs nothing where it reads the same.
  #show(element, kind, key, value, row) {
    const { known } = element
    const isUpdate = kind == "item" && known.kind == "item"
    if (isUpdate && (this.isEqual ?? isSame)(known.value, value)) return
    // Rows that failed are empty: a notice says why, once.
    const name = kind == "failed" ? "placeholder" : kind
    const isNamed = kind == "item" && !this.fill && !this.templates.has("item")
    const part = (element.parts[kind] ??= this.#cells(this.templates.part(name, isNamed ? () => namedFields(value) : undefined)))
    if (known.kind !== kind) {
      element.replaceChildren(...part.nodes)
      element.dataset.kind = kind
      known.row = null
    }
    known.key = kind == "item" ? key : undefined
    if (kind != "item") return
    this.templates.fill(part, value, known.typed)
    this.#fill(element, value, { row, previous: isUpdate ? known.value : undefined, isNew: !isUpdate })
    if (!isUpdate) known.opened = new Set(element.querySelectorAll("details[open]"))
  }

  #fill(element, value, told) {
    element.isFilled = !!this.fill
    try {
      this.fill?.(element, value, told)
    } catch (error) {
      // An error of the page's own code concerns one row.
      element.replaceChildren()
      element.known.isBlank = true
      reportError(error)
    }
  }

  // Fills the items' elements again, as an app's state or its `fill` is another. What is in them stays.
  redraw() {
    for (const element of this.elements) {
      const { kind, value, row, isBlank } = element.known
      if (isBlank) element.known.isOld = true
      else if (kind == "item") this.#fill(element, value, { row, previous: value, isNew: !element.isFilled })
    }
  }
  // Makes all rows anew, as their templates are others.
  renew() {
    this.pool.renew()
    for (const element of [...this.#headers.values(), ...this.#freeHeaders]) this.relabel(element)
  }

  // A section's header. It is drawn for the eye; readers hear the section with its first row and in the jump bar.
  showHeader(index, title, y) {
    let element = this.#headers.get(index)
    if (!element) {
      element = this.#freeHeaders.pop() ?? this.header()
      element.hidden = false
      this.#headers.set(index, element)
    }
    this.#claimedHeaders.add(index)
    this.label(element, title)
    this.place(element, y)
  }
  label(element, title) {
    if (element.known.title !== title) this.templates.fill(element.known.part, { title })
    element.known.title = title
  }
  header() {
    const element = document.createElement("div")
    element.className = "paged-header"
    element.setAttribute("aria-hidden", "true")
    element.known = {}
    this.relabel(element)
    this.body.append(element)
    return element
  }
  // Puts a section's title into a copy of its template.
  relabel(element) {
    const { title } = element.known
    Object.assign(element.known, { part: this.templates.part("section", titleField), title: undefined })
    element.replaceChildren(...element.known.part.nodes)
    if (title !== undefined) this.label(element, title)
  }

  // Puts an element where it belongs. The body's own place is near, so that the distances stay small and exact.
  place(element, y) {
    const { known } = element
    if (known.origin === this.#origin && Math.abs(known.y - y) < 0.02) return
    Object.assign(known, { y, origin: this.#origin })
    element.style.transform = `translateY(${y - this.#origin}px)`
  }
  near(position) {
    if (Math.abs(position - this.#origin) < far) return
    this.#origin = Math.round(position)
    this.body.style.top = `${this.#origin}px`
  }

  // In a grid, what a row holds are cells.
  #cells(part) {
    if (this.role == "row") for (const node of part.nodes) if (node.nodeType == 1 && !node.role) node.setAttribute("role", "gridcell")
    return part
  }
}
