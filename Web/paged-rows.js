// The elements of the rows near the view: each is used again for another row when its own is gone.

import { field } from "./paged-source.js"

// Characters of a field that are shown: a value may have megabytes, and nobody reads them in a row.
const longestText = 1000
const far = 50_000
const numbers = new Intl.NumberFormat()
// Attributes of a row's element that are the list's own; all others are of the app's `fill`.
const own = new Set([
  "class", "role", "tabindex", "style", "hidden", "data-row", "data-kind", "data-fresh", "aria-rowindex", "aria-posinset", "aria-setsize",
  "aria-description", "aria-selected",
])

const text = (value) => {
  const whole = value == null ? "" : typeof value == "object" ? JSON.stringify(value) : String(value)
  return whole.length > longestText ? whole.slice(0, longestText) + "…" : whole
}

const asTime = (options) => (value) => {
  const date = new Date(typeof value == "number" && Math.abs(value) < 1e11 ? 1000 * value : value)
  return value == null || typeof value == "boolean" || isNaN(date) ? text(value) : formatted(options).format(date)
}
const made = new Map()
const formatted = (options) => {
  const key = JSON.stringify(options)
  if (!made.has(key)) made.set(key, new Intl.DateTimeFormat(undefined, options))
  return made.get(key)
}
// How fields are shown that have `data-format`: an app may add ways of its own. A day is one of the calendar, wherever the reader is.
export const formats = {
  number: (value) => (typeof value == "number" ? numbers.format(value) : text(value)),
  time: (value) => (/^\d{4}-\d\d-\d\d$/.test(value) ? formats.date(value) : asTime({ dateStyle: "medium", timeStyle: "short" })(value)),
  date: (value) => asTime({ dateStyle: "medium", timeZone: /^\d{4}-\d\d-\d\d$/.test(value) ? "UTC" : undefined })(value),
}

export class Rows {
  #free = []
  #used = new Map()
  #freeHeaders = []
  #headers = new Map()
  #origin = 0
  // Rows above the list's, which are counted with them: 1 where columns have a header.
  headers = 0

  // `templates`: item, placeholder, section, failed, empty. `fill` is the app's own way to fill an item's element, where it has one.
  // `observer` is told of the elements whose heights may change by themselves.
  constructor(body, templates, role, observer) {
    Object.assign(this, { body, templates, role, observer })
  }

  get elements() { return this.#used.values() }
  of(slot) { return this.#used.get(slot) }

  // Begins a drawing.
  begin() {
    this.#claimedHeaders = new Set()
  }
  #claimedHeaders

  // Takes back the elements of all rows but these. A row that was there before its list was is the same row.
  keep(slots, ghosts) {
    ghosts.forEach((ghost, index) => {
      const element = this.#used.get(ghost)
      if (!element || ghost === slots[index]) return
      this.#used.delete(ghost)
      this.#used.set(slots[index], element)
    })
    const kept = new Set(slots)
    for (const [slot, element] of this.#used) {
      if (kept.has(slot)) continue
      this.#used.delete(slot)
      this.#free.push(element)
    }
  }

  // The element of a row, showing what is known of it.
  show({ slot, row, count, kind, value, section, isSelected }) {
    let element = this.#used.get(slot)
    const isNew = !element
    if (isNew) {
      element = this.#free.pop() ?? this.#make()
      element.hidden = false
      this.#used.set(slot, element)
    }
    const { known } = element
    if (known.kind !== kind || known.value !== value) {
      element.toggleAttribute("data-fresh", !isNew && kind == "item" && known.kind != "item")
      this.#fill(element, kind, value, row)
    } else if (isNew) element.removeAttribute("data-fresh")
    if (known.row !== row) {
      element.setAttribute(this.role == "row" ? "aria-rowindex" : "aria-posinset", row + 1 + this.headers)
      for (const [node, path] of element.parts[kind].fields) if (path == "#") node.textContent = numbers.format(row + 1)
      element.dataset.row = row
      element.classList.toggle("odd", row % 2 == 1)
    }
    if (known.count !== count && this.role != "row") element.setAttribute("aria-setsize", count)
    if (known.section !== section) {
      if (section) element.setAttribute("aria-description", section)
      else element.removeAttribute("aria-description")
    }
    if (known.isSelected !== isSelected && isSelected !== undefined) element.setAttribute("aria-selected", isSelected)
    Object.assign(known, { kind, value, row, count, section, isSelected })
    return element
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
    if (element.known.title !== title) this.fields(element.known.part, { title })
    element.known.title = title
  }

  header() {
    const element = document.createElement("div")
    element.className = "paged-header"
    element.setAttribute("aria-hidden", "true")
    element.known = { part: this.part("section") }
    element.append(...element.known.part.nodes)
    this.body.append(element)
    return element
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

  end() {
    for (const element of this.#free) {
      if (element.hidden) continue
      // Its row is gone from the list: the focus goes to the list.
      if (element.contains(this.#focus)) this.body.parentNode.focus({ preventScroll: true })
      element.hidden = true
    }
    for (const [index, element] of this.#headers) if (!this.#claimedHeaders.has(index)) {
      this.#headers.delete(index)
      this.#freeHeaders.push(element)
      element.hidden = true
    }
  }

  // Fills the items' elements anew, as an app's state or its `fill` is another.
  redraw() {
    for (const element of this.#used.values()) {
      const { known } = element
      if (known.kind != "item") continue
      this.#reset(element)
      this.#fill(element, known.kind, known.value, known.row)
    }
  }

  // What has the focus, in the page or in the shadow that the list is in.
  get #focus() { return this.body.getRootNode().activeElement }

  // Brings the elements into the order of their rows, which is what is read aloud. The focused one is not moved.
  sort() {
    const sorted = [...this.#used.values()].sort((one, other) => one.known.row - other.known.row)
    if (sorted.every((element, index) => index == 0 || sorted[index - 1].compareDocumentPosition(element) & 4)) return
    const focused = sorted.find((element) => element.contains(this.#focus))
    for (const element of sorted) {
      if (element == focused) continue
      // To be moved would begin its fading in anew.
      element.removeAttribute("data-fresh")
      this.body.insertBefore(element, focused && element.known.row < focused.known.row ? focused : null)
    }
  }

  #make() {
    const element = document.createElement("div")
    element.className = "paged-row"
    element.setAttribute("role", this.role)
    element.tabIndex = -1
    element.known = {}
    element.parts = {}
    this.body.append(element)
    this.observer?.observe(element)
    return element
  }

  // Takes back what the app's `fill` did to an element, which is to show something else.
  #reset(element) {
    const { transform } = element.style
    for (const name of element.getAttributeNames()) if (!own.has(name)) element.removeAttribute(name)
    element.className = "paged-row"
    element.style.cssText = ""
    element.style.transform = transform
    Object.assign(element, { parts: {}, isBlank: true, isFilled: false })
  }

  #fill(element, kind, value, row) {
    if (element.isFilled) this.#reset(element)
    // Rows that failed are empty: a notice says why, once.
    const part = (element.parts[kind] ??= this.#cells(this.part(kind == "failed" ? "placeholder" : kind)))
    if (element.known.kind !== kind || element.isBlank) {
      element.replaceChildren(...part.nodes)
      element.isBlank = false
      element.dataset.kind = kind
      element.known.row = null
    }
    if (kind != "item") return
    this.fields(part, value)
    element.isFilled = !!this.fill
    try {
      this.fill?.(element, value, row)
    } catch (error) {
      // What the page's own code cannot show is one row's trouble.
      element.replaceChildren()
      element.isBlank = true
      reportError(error)
    }
  }

  // In a grid, what a row holds are cells.
  #cells(part) {
    if (this.role == "row") for (const node of part.nodes) if (node.nodeType == 1 && !node.role) node.setAttribute("role", "gridcell")
    return part
  }

  // A copy of a template, or what stands for one that is not there, and the places in it where fields go.
  part(kind, substitute = () => []) {
    const template = this.templates[kind]
    const copy = document.createElement("div")
    // Frameworks put a template's children beside its content, as those of any other element.
    copy.append(...(template ? [template.content, ...template.childNodes].map((node) => node.cloneNode(true)) : substitute()))
    const fields = [...copy.querySelectorAll("[data-field]")].map((node) => [node, node.dataset.field])
    return { nodes: [...copy.childNodes], fields }
  }

  // What a server sends is put in as text, never as markup.
  fields({ fields }, value) {
    for (const [node, path] of fields) {
      if (path == "#") continue
      const format = node.dataset.format && this.formats?.[node.dataset.format]
      const shown = format ? text(format(field(value, path), value)) : text(field(value, path))
      if (node.textContent !== shown) node.textContent = shown
    }
  }
}
