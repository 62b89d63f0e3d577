// The elements of rows: each shows one row, is used again for another when its own is gone, and is set aside where a reader has changed
// something in it.

// Rows that a reader has changed something in and that are kept while they are out of sight, the ones seen last.
const mostEdited = 200
// Attributes of a row's element that are the list's own; all others are of the app's `fill`.
const own = new Set([
  "class", "role", "tabindex", "style", "hidden", "data-row", "data-kind", "data-fresh", "aria-rowindex", "aria-posinset", "aria-setsize",
  "aria-description", "aria-selected",
])

export class RowPool {
  // By their slots, and by the identities of what they show.
  used = new Map()
  #free = []
  #edited = new Map()

  // `observer` is told of the elements whose heights may change by themselves.
  constructor(body, role, observer) {
    Object.assign(this, { body, role, observer })
    const mark = ({ target }) => {
      const row = target.closest?.(".paged-row")
      if (row) row.known.isEdited = true
    }
    for (const name of ["input", "change", "toggle"]) body.addEventListener(name, mark, true)
  }

  // Takes back the elements of all rows but these; `keys` are the identities of what the rows show, where they are known. A row
  // that was there before its list was is the same row, and so is one that came back by another slot.
  keep(slots, ghosts, keys) {
    ghosts.forEach((ghost, index) => this.#hand(ghost, slots[index]))
    const at = new Map()
    for (const [slot, { known }] of this.used) if (known.key !== undefined) at.set(known.key, slot)
    slots.forEach((slot, index) => {
      const from = at.get(keys[index])
      if (from === undefined || from === slot) return
      const [element, other] = [this.used.get(from), this.used.get(slot)]
      this.used.set(slot, element)
      if (other) this.used.set(from, other)
      else this.used.delete(from)
      if (other?.known.key !== undefined) at.set(other.known.key, from)
    })
    const kept = new Set(slots)
    for (const [slot, element] of this.used) {
      if (kept.has(slot)) continue
      this.used.delete(slot)
      this.retire(element)
    }
  }
  #hand(from, to) {
    const element = this.used.get(from)
    if (!element || from === to) return
    this.used.delete(from)
    this.used.set(to, element)
  }

  // An element is no longer needed for its row: it goes to another, unless it is to come back as it is.
  retire(element) {
    const { known: { isEdited, key } } = element
    if (!isEdited) return void this.#free.push(element)
    if (key === undefined) return this.#drop(element)
    this.#edited.set(key, element)
    if (this.#edited.size > mostEdited) {
      const [oldest, its] = this.#edited.entries().next().value
      this.#edited.delete(oldest)
      this.#drop(its)
    }
  }
  #drop(element) {
    this.observer?.unobserve(element)
    this.#leave(element)
    element.remove()
  }

  // An element for a row: the one that a reader has changed, else any.
  take(slot, key) {
    const edited = key === undefined ? undefined : this.#edited.get(key)
    this.#edited.delete(key)
    const element = edited ?? this.#free.pop() ?? this.#make()
    element.hidden = false
    this.used.set(slot, element)
    return element
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

  // Hides what is not in use. Where its row is gone from the list, the focus goes to the list.
  rest() {
    for (const element of [...this.#free, ...this.#edited.values()]) {
      if (element.hidden) continue
      this.#leave(element)
      element.hidden = true
    }
  }
  #leave(element) { if (element.contains(this.focus)) this.body.parentNode.focus({ preventScroll: true }) }

  // The element that has the focus, in the page or in the shadow that the list is in.
  get focus() { return this.body.getRootNode().activeElement }

  // Forgets what all elements show, as they are to show it by other templates.
  renew() {
    for (const element of [...this.used.values(), ...this.#free]) {
      clean(element)
      Object.assign(element.known, { kind: undefined, row: null, key: undefined, place: undefined })
    }
    for (const element of this.#edited.values()) this.#drop(element)
    this.#edited.clear()
  }

  // Brings the elements into the order of their rows, which is what is read aloud. The focused one is not moved.
  sort() {
    const sorted = [...this.used.values()].sort((one, other) => one.known.row - other.known.row)
    if (sorted.every((element, index) => index == 0 || sorted[index - 1].compareDocumentPosition(element) & 4)) return
    const focused = sorted.find((element) => element.contains(this.focus))
    for (const element of sorted) {
      if (element == focused) continue
      // To be moved would begin its fading in anew.
      element.removeAttribute("data-fresh")
      this.body.insertBefore(element, focused && element.known.row < focused.known.row ? focused : null)
    }
  }
}

// Takes back what the app's `fill` and the reader did to an element, which is to show something else.
export const clean = (element) => {
  const { transform } = element.style
  for (const name of element.getAttributeNames()) if (!own.has(name)) element.removeAttribute(name)
  element.className = "paged-row"
  element.style.cssText = ""
  element.style.transform = transform
  Object.assign(element, { parts: {}, isFilled: false, isBlank: false })
  element.known.isEdited = false
}
