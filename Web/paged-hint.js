// Shows the row's number and its section while the thumb is dragged, as rows that it passes are not loaded.

export class Hint {
  #text = null

  // `layer` stays at the view's top while rows scroll under it.
  constructor(list, layer) {
    this.list = list
    this.element = document.createElement("div")
    this.element.className = "paged-hint"
    this.element.hidden = true
    // A screen reader hears of rows when they are there.
    this.element.setAttribute("aria-hidden", "true")
    layer.append(this.element)
  }

  // Shows where a row is, in a view of some height; nothing for -1.
  show(row, section, height) {
    const text = row < 0 ? null : this.list.words.hint(row + 1, this.list.count, section)
    if (text === this.#text) return
    this.#text = text
    this.element.hidden = text === null
    if (text === null) return
    this.element.textContent = text
    this.element.style.top = `${Math.round(height / 2)}px`
  }
}
