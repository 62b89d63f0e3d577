// What is said aloud: which rows are there, or why they are not.

// Milliseconds of quiet before something is said: a reader who scrolls is not to be talked to all the time.
const quiet = 700

export class Voice {
  #hasLoaded = false
  #timer

  // `element` is what screen readers listen to.
  constructor(list, drawing, element) {
    Object.assign(this, { list, drawing, element })
  }

  loaded() {
    this.#hasLoaded = true
    this.say()
  }

  say() {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      const [{ viewport, words, count }, { error, rows }] = [this.list, this.drawing]
      const isBroken = [...rows.elements].some((one) => one.known.kind == "error")
      if (isBroken && error) this.element.textContent = words.failed(error.message)
      else if (this.#hasLoaded) this.element.textContent = words.loaded(viewport.first + 1, Math.min(viewport.end, count), count)
      this.#hasLoaded = false
    }, quiet)
  }

  close() { clearTimeout(this.#timer) }
}
