// Announcements for screen readers: which rows are there, or why they are not.

// Milliseconds of quiet before something is said: a reader who scrolls should not be talked to all the time.
const quiet = 700

export class Voice {
  #hasLoaded = false
  #timer

  // `element` is what screen readers listen to.
  constructor(list, drawing, element) {
    Object.assign(this, { list, drawing, element })
  }

  // Rows came at the end: the last one is read where it is on screen, else how many there are.
  came() {
    this.#hasCome = true
    this.say()
  }
  #hasCome = false

  loaded() {
    this.#hasLoaded = true
    this.say()
  }

  say() {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      const [{ viewport, words, count, unseenBelow }, { notices, isBusy }] = [this.list, this.drawing]
      const hasCome = this.#hasCome
      this.#hasCome = false
      const { shown: [notice] } = notices
      if (notice) this.element.textContent = notice.message
      else if (hasCome) this.element.textContent = unseenBelow ? words.unseen(unseenBelow) : this.drawing.element(count - 1)?.textContent ?? ""
      else if (this.#hasLoaded && !isBusy && count) this.element.textContent = words.loaded(viewport.first + 1, Math.min(viewport.end, count), count)
      else if (this.#isNotice) this.element.textContent = ""
      this.#isNotice = !!notice
      if (!isBusy) this.#hasLoaded = false
    }, quiet)
  }
  #isNotice = false
  // Says something at once.
  tell(text) {
    clearTimeout(this.#timer)
    this.element.textContent = text
  }
  // Other rows are on screen: the text about those before may be wrong.
  moved() { if (this.#isNotice || this.#hasLoaded) this.say() }

  close() { clearTimeout(this.#timer) }
}
