// The elements of rows. One that has shown an item shows no other, so that nothing the browser keeps of it (scrolling in it, animations, media,
// what custom elements know) is seen in another row: it goes from the tree with its row, or is set aside where a reader has changed something
// in it. Placeholders have nothing to keep, and are used again.

// Rows that a reader has changed something in and that are kept while they are out of sight, the ones seen last.
const mostEdited = 200
// Events of such a change: text, a choice, something that opens, scrolls or plays; and a row that is dragged has to be there at the end.
const edits = ["input", "change", "toggle", "scroll", "play", "dragstart"]
// In how far elements are to stay where they are in the tree: the one with the focus before all, where it would lose that, then those on screen that would lose
// something else, and those on screen before others.
const [weightOfFocus, weightOfState, weightOnScreen] = [10_000_000, 10_000, 100]
// Elements that begin anew where they are taken out and put back.
const beginning = "iframe,object,embed,audio,video,dialog[open]"

export class RowPool {
  // By their slots, and by the identities of what they show.
  used = new Map()
  #free = []
  #edited = new Map()
  // The element in the tree behind which the next one of this drawing belongs.
  #last = null

  // `observer` is told of the elements whose heights may change by themselves.
  constructor(body, role, observer) {
    Object.assign(this, { body, role, observer })
    const mark = ({ target, type }) => {
      const row = target.closest?.(".paged-row")
      // Details that are open from the beginning and media that play by themselves are no reader's doing.
      if (!row || row.hidden || type == "play" && target.autoplay || row.known.opened?.delete(target) && target.open) return
      row.known.isEdited = true
      if (type == "input" && target.isContentEditable) (row.known.typed ??= new Set()).add(target)
      if (type == "scroll") (row.known.scrolled ??= new Map()).set(target, [target.scrollLeft, target.scrollTop])
    }
    for (const name of edits) body.addEventListener(name, mark, true)
    body.addEventListener("pointerdown", ({ target, pointerId }) => this.#hold(target.closest?.(".paged-row"), pointerId), true)
  }

  // A row in which a pointer is held down is kept in the tree until that is released: it may have captured the pointer.
  #hold(row, pointer) {
    if (!row || row.hidden) return
    row.known.isHeld = true
    const free = new AbortController()
    const release = ({ pointerId }) => {
      if (pointerId !== pointer) return
      free.abort()
      const { known } = row
      known.isHeld = false
      if (known.isEdited || this.#edited.get(known.key) != row) return
      this.#edited.delete(known.key)
      this.#drop(row)
    }
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, release, { capture: true, signal: free.signal })
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
    for (const slot of this.used.keys()) if (!kept.has(slot)) this.retire(slot)
    this.#last = null
  }
  // Another list is shown, sorted or searched: rows that it has too are known by their identities, as its slots are others.
  unslot() { this.used = new Map([...this.used.values()].map((element, index) => [`past ${index}`, element])) }
  #hand(from, to) {
    const element = this.used.get(from)
    if (!element || from === to) return
    this.used.delete(from)
    this.used.set(to, element)
  }

  // An element is no longer needed for its row.
  retire(slot) {
    const element = this.used.get(slot)
    const { isOld, key, kind } = element.known
    const isEdited = element.known.isEdited || element.known.isHeld
    this.used.delete(slot)
    if (kind != "item" && !isEdited && !isOld) return void this.#free.push(element)
    if (!isEdited || isOld || key === undefined) return this.#drop(element)
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

  // Whether there is an element set aside for an identity.
  isAside(key) { return key !== undefined && this.#edited.has(key) }

  // An element for a row: the one that a reader has changed, else a placeholder that is free, else a new one.
  take(slot, key, row) {
    const edited = key === undefined ? undefined : this.#edited.get(key)
    this.#edited.delete(key)
    const element = edited ?? this.#free.shift() ?? this.#make()
    element.hidden = false
    if (!this.#last) {
      // The first of a drawing; one that has the focus may be before it.
      for (const one of this.used.values()) if (one.known.row < row && !(this.#last?.known.row > one.known.row)) this.#last = one
    }
    this.used.set(slot, element)
    const next = this.#last ? this.#last.nextSibling : this.body.firstChild
    this.#move(element, next)
    return element
  }
  // An element is drawn: the rows of a drawing come in their order.
  drawn(element) { this.#last = element }

  // A browser that can moves an element without taking it out. Not every one keeps how far is scrolled in an element that is moved or hidden, none what
  // is marked in it, or where the caret is in an editor.
  #move(element, next) {
    const { body } = this
    const marked = getSelection()
    const { anchorNode, anchorOffset, focusNode, focusOffset } = marked
    if (next != element) body.moveBefore && element.parentNode == body ? body.moveBefore(element, next) : body.insertBefore(element, next)
    if (anchorNode != marked.anchorNode || focusNode != marked.focusNode) marked.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset)
    for (const [inner, [left, top]] of element.known.scrolled ?? []) inner.scrollTo(left, top)
  }

  #make() {
    const element = document.createElement("div")
    element.className = "paged-row"
    element.setAttribute("role", this.role)
    element.tabIndex = -1
    element.known = {}
    element.parts = {}
    this.observer?.observe(element)
    return element
  }

  // Hides what is not in use. Where its row is gone from the list, the focus goes to the list, and a dialog that is not seen must not hold up the page.
  rest() {
    for (const element of [...this.#free, ...this.#edited.values()]) {
      if (element.hidden) continue
      this.#leave(element)
      for (const media of element.querySelectorAll("audio,video")) if (media != document.pictureInPictureElement) media.pause()
      for (const dialog of element.querySelectorAll("dialog:modal")) dialog.close()
      element.hidden = true
    }
  }
  #leave(element) { if (element.contains(this.focus)) this.body.parentNode.focus({ preventScroll: true }) }

  // The element that has the focus, in the page or in the shadow that the list is in.
  get focus() { return this.body.getRootNode().activeElement }

  // All rows are drawn by other templates, by other elements.
  renew() {
    for (const { known } of this.used.values()) known.isOld = true
    for (const element of [...this.#free.splice(0), ...this.#edited.values()]) this.#drop(element)
    this.#edited.clear()
  }

  // Brings the elements into the order of their rows, which is what is read aloud, where rows have moved. As many as can be stay where they
  // are in the tree, those between `first` and `end` above all: taken out and put back, they would lose what the browser has of them.
  // Returns whether the one with the focus was moved, which a browser may have scrolled to.
  sort(first, end) {
    const sorted = [...this.used.values()].sort((one, other) => one.known.row - other.known.row)
    if (sorted.every((element, index) => !index || isBefore(sorted[index - 1], element))) return
    const { focus, body } = this
    const weights = sorted.map((element) => {
      const { row } = element.known
      if (!body.moveBefore && element.contains(focus)) return weightOfFocus
      return row < first || row >= end ? 1 : losesByMove(element) ? weightOfState : weightOnScreen
    })
    // The heaviest chain that ends with each element, as its weight and the element before it.
    const chains = []
    sorted.forEach((element, index) => {
      chains.push({ weight: 0, before: null, element })
      for (let other = 0; other < index; other++) {
        if (chains[other].weight > chains[index].weight && isBefore(sorted[other], element)) Object.assign(chains[index], { weight: chains[other].weight, before: chains[other] })
      }
      chains[index].weight += weights[index]
    })
    const staying = new Set()
    for (let one = chains.reduce((most, one) => (one.weight > most.weight ? one : most)); one; one = one.before) staying.add(one.element)
    let next = null
    for (const element of sorted.reverse()) {
      // To be moved would begin its fading in anew.
      if (!staying.has(element)) element.removeAttribute("data-fresh"), this.#move(element, next)
      next = element
    }
    return sorted.some((element) => element.contains(focus) && !staying.has(element))
  }
}

// True if what is in a row would begin anew, or an element of the app's own be told that it is taken out, if the row was moved in the tree.
const losesByMove = (element) => {
  const isToldOfMoves = (node) => !node.localName.includes("-") || element.moveBefore && node.connectedMoveCallback
  return !element.moveBefore && (element.known.scrolled || element.querySelector(beginning)) || ![...element.querySelectorAll("*")].every(isToldOfMoves)
}

const isBefore = (one, other) => one.nextElementSibling == other || one.compareDocumentPosition(other) & 4
