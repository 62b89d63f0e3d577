// Elements for a framework to draw in, one a row, so that the list and the framework do not remove each other's nodes.

export class Hosts {
  static #last = 0
  #byRow = new Map()

  // In a grid, what a row holds are cells, as those of a template are.
  #drawn = globalThis.MutationObserver && new MutationObserver((changes) => {
    for (const { target } of changes) for (const cell of target.children) if (!cell.hasAttribute("role")) cell.setAttribute("role", "gridcell")
  })

  // `changed` is told that others are to be drawn.
  constructor(changed) { this.changed = changed }

  fill = (row, item, { row: position, isNew }) => {
    let host = this.#byRow.get(row)
    if (isNew || !host?.element.isConnected) {
      const element = document.createElement("div")
      element.className = "paged-host"
      element.style.display = "contents"
      if (row.getAttribute("role") == "row") {
        element.setAttribute("role", "presentation")
        this.#drawn.observe(element, { childList: true })
      }
      row.append(element)
      host = { element, key: Hosts.#last++ }
      this.#byRow.set(row, host)
    }
    Object.assign(host, { item, position })
    this.changed()
  }

  // Each as `{element, key, item, position}`.
  get all() {
    for (const [row, { element }] of this.#byRow) if (!element.isConnected) this.#byRow.delete(row)
    return [...this.#byRow.values()]
  }
}

// Properties of a component that are attributes of the element, and those that are its properties; and the element's events.
export const attributes = [
  "src", "length", "rowHeight", "sectionHeight", "pageSize", "itemBudget", "itemId", "label", "layout", "live", "sort", "sortName", "selectable", "activateOn",
  "scroll", "sections", "dialect", "names", "firstPage", "startRow", "startAt", "start", "endThreshold", "positions", "items", "total", "next", "version", "behavior", "ranking", "content",
]
export const properties = ["source", "fetch", "isEqual", "words", "formats"]
export const events = ["load", "error", "viewport", "finished", "selection", "activate", "sort", "columns", "copied", "unseen"]

// The function that a component has for an event.
export const eventProperty = (name) => `on${name[0].toUpperCase()}${name.slice(1)}`
const attributeName = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

// The element's attributes, of a component's properties.
export const written = (given) => Object.fromEntries(attributes
  .filter((name) => given[name] != null && given[name] !== false)
  .map((name) => [attributeName(name), given[name] === true ? "" : given[name]]))
const named = new Set([...attributes, ...properties, ...events.map((name) => eventProperty(name))])
// All others are the page's: `data-…`, `aria-…`, handlers of the DOM's events. `false` is a word in the first two; of the rest it is none of the
// element's attributes, which React 18 would write all the same.
export const others = (given) => Object.fromEntries(Object.entries(given)
  .map(([name, value]) => [name, typeof value == "boolean" && /^(aria|data)-/.test(name) ? String(value) : value])
  .filter(([name, value]) => !named.has(name) && value != null && value !== false))
// Sets those that are properties of the element.
export const set = (element, given) => {
  for (const name of properties) if (given[name] !== undefined && element[name] !== given[name]) element[name] = given[name]
}
// Tells each event by its short name; returns what ends that.
export const listen = (element, tell) => {
  const listeners = events.map((name) => [`paged-list:${name}`, (event) => event.target == element && tell(name, event)])
  for (const [name, listener] of listeners) element.addEventListener(name, listener)
  return () => { for (const [name, listener] of listeners) element.removeEventListener(name, listener) }
}
