// The jump bar: a button for each section, or for as many as there is room for.

// Pixels that a button needs.
const tall = 18

export class JumpBar {
  #current = -1

  constructor(list) {
    this.list = list
    const bar = (this.element = document.createElement("div"))
    bar.className = "paged-jump"
    bar.setAttribute("role", "toolbar")
    bar.setAttribute("aria-orientation", "vertical")
    bar.setAttribute("aria-label", list.words.sections)
    bar.addEventListener("click", (event) => this.#go(event.target))
    bar.addEventListener("pointermove", (event) => {
      if (event.buttons) this.#go(bar.getRootNode().elementFromPoint(bar.getBoundingClientRect().left + 8, event.clientY))
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
    const room = Math.max(2, Math.floor((this.list.clientHeight - tall) / tall))
    const every = Math.ceil(sections.length / room)
    const shown = sections.map((_, index) => index).filter((index) => index % every == 0)
    this.element.hidden = sections.length < 2
    if (shown.length == this.element.childElementCount && this.#sections == sections) return
    this.#sections = sections
    this.#current = -1
    this.element.replaceChildren(...shown.map((index) => {
      const button = document.createElement("button")
      const { title } = sections[index]
      button.type = "button"
      button.textContent = [...title].slice(0, 3).join("")
      button.dataset.section = index
      button.setAttribute("aria-label", title)
      button.tabIndex = -1
      return button
    }))
  }
  #sections

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
