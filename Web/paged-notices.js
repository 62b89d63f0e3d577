// Notices in place of rows: one for each failed range on screen, one where the list is empty, and one at the top
// for what failed besides.

// Pixels between a notice and the edges of what it is about.
const gap = 8

export class Notices {
  #boxes = []

  // `layer` stays at the view's top while rows scroll under it.
  constructor(list, view, layer, rows) {
    Object.assign(this, { list, view, layer, rows, templates: rows.templates })
  }

  // Shows notices: `{kind: "failed" or "empty", top, bottom, value}`, in pixels from the view's top.
  show(notices, height) {
    this.height = height
    this.shown = notices
    notices.forEach((notice, index) => {
      const box = this.#box(index, notice.kind)
      this.templates.fill(box.known, notice.value)
      const height = box.offsetHeight
      const middle = (notice.top + notice.bottom - height) / 2
      const y = Math.max(notice.top + gap, Math.min(middle, notice.bottom - height - gap))
      box.style.transform = `translateY(${Math.round(Math.max(0, Math.min(y, this.height - height)))}px)`
    })
    for (const box of this.#boxes.splice(notices.length)) {
      // The focus was on its button: it goes on in the list.
      if (box.contains(box.getRootNode().activeElement)) this.view.focus({ preventScroll: true })
      box.remove()
    }
  }
  shown = []
  // The templates are others.
  renew() { for (const box of this.#boxes.splice(0)) box.remove() }

  #box(index, kind) {
    const old = this.#boxes[index]
    if (old?.dataset.kind == kind) return old
    const box = document.createElement("div")
    box.className = "paged-notice"
    box.dataset.kind = kind
    const { words } = this.list
    box.known = this.templates.part(kind, () => {
      const text = document.createElement("span")
      text.dataset.field = "text"
      if (kind != "failed") return [text]
      const retry = document.createElement("button")
      retry.type = "button"
      retry.dataset.retry = ""
      retry.textContent = words.retry
      return [text, retry]
    })
    // A list has nothing but items, and a grid has rows of cells.
    box.setAttribute("role", this.rows.role)
    let place = box
    if (this.rows.role == "row") {
      place = document.createElement("div")
      place.setAttribute("role", "gridcell")
      box.append(place)
    }
    place.append(...box.known.nodes)
    old?.remove()
    this.layer.append(box)
    return (this.#boxes[index] = box)
  }
}
