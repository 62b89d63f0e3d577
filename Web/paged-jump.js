// The jump bar: a button for each section, or for as many as there is room for, in a gutter beside the rows.

import { heightInSight } from "./paged-page.js"

// Pixels that a button needs at least, so that a finger hits it.
const tall = 24
// Characters of a title that a button shows, where there is room beside the rows and where there is little.
const [long, short] = [14, 3]
// Pixels of a list that has little room.
const narrow = 480

export class JumpBar {
  #current = -1

  constructor(list, view) {
    Object.assign(this, { list, view })
    const bar = (this.element = document.createElement("div"))
    bar.className = "paged-jump"
    bar.hidden = true
    bar.setAttribute("role", "toolbar")
    bar.setAttribute("aria-orientation", "vertical")
    bar.setAttribute("aria-label", list.words.sections)
    bar.addEventListener("click", (event) => this.#go(event.target))
    bar.addEventListener("pointermove", (event) => {
      if (event.buttons) this.#go(bar.getRootNode().elementFromPoint(bar.getBoundingClientRect().left + bar.offsetWidth / 2, event.clientY))
    })
    bar.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (!step) return
      event.preventDefault()
      const next = [...bar.children].indexOf(bar.getRootNode().activeElement) + step
      bar.children[next]?.focus()
      this.#go(bar.children[next])
    })
  }

  #go(button) {
    const index = this.element.contains(button) && button.dataset.section
    if (index && +index !== this.#current) this.list.scrollToSection(+index)
  }

  layout() {
    const { sections } = this.list
    // With larger text a button is higher.
    const height = Math.max(tall, this.element.firstChild?.offsetHeight ?? 0)
    const room = Math.max(2, Math.floor(heightInSight(this.list) / height))
    const every = Math.ceil(sections.length / room)
    const shown = sections.map((_, index) => index).filter((index) => index % every == 0)
    this.element.hidden = sections.length < 2
    const characters = this.list.clientWidth < narrow ? short : long
    if (shown.length != this.element.childElementCount || this.#sections != sections || this.#characters != characters) this.#fill(sections, shown, characters)
    // Rows end where the bar begins.
    this.view.style.marginInlineEnd = `${this.element.offsetWidth}px`
  }

  #fill(sections, shown, characters) {
    this.#sections = sections
    this.#characters = characters
    this.#current = -1
    this.element.replaceChildren(...shown.map((index) => {
      const button = document.createElement("button")
      const { title } = sections[index]
      button.type = "button"
      button.textContent = [...title].slice(0, characters).join("")
      button.title = title
      button.dataset.section = index
      button.setAttribute("aria-label", title)
      button.tabIndex = -1
      return button
    }))
    if (this.element.firstChild) this.observer?.observe(this.element.firstChild)
  }
  #sections
  #characters
  // Is told of a button, whose height is another with larger text. The bar itself is no deeper in the page than what is laid out
  // with it, so that browsers would complain.
  observer

  // Marks the section that is looked at, the only one in the order of tabs.
  mark(section) {
    if (section === this.#current) return
    const button = [...this.element.children].findLast((one) => +one.dataset.section <= section)
    if (!button) return
    this.#current = section
    for (const one of this.element.children) {
      one.tabIndex = one == button ? 0 : -1
      if (one == button) one.setAttribute("aria-current", "true")
      else one.removeAttribute("aria-current")
    }
  }
}
