// Reads a list's attributes. A value that makes no sense is reported, and ignored.

// Numbers that attributes may have: the least, the most, and whether pixels and fractions of them are meant.
const numberAttributes = {
  "row-height": { least: 1, most: 10_000, isLength: true },
  "section-height": { least: 0, most: 10_000, isLength: true },
  length: { least: 1, most: 2 ** 30 },
  "page-size": { least: 1, most: 10_000 },
  "item-budget": { least: 1, most: 10_000_000 },
  "first-page": { least: 0, most: 2 ** 30 },
  "start-row": { least: 0, most: 2 ** 30 },
  "end-threshold": { least: 0, most: 10_000, isLength: true },
}
// How an app may declare its list; the first of each is the default.
export const natures = { behavior: ["fixed", "grows-on-top", "changes"], ranking: ["stable", "rebuilt"], content: ["fixed", "changes"] }
export const sourceOptions = ["dialect", "live", "items", "total", "next", "version", "sections", "positions"]
// Another value of these builds the view anew; with all others the old rows stay until new ones come.
export const viewAttributes = ["row-height", "section-height", "layout", "selectable", "scroll", "start", "end-threshold"]
export const attributes = [
  "src", "length", "page-size", "item-budget", "item-id", "label", "names", "first-page", "start-row", "start-at", "sort", "sort-name", "activate-on", ...viewAttributes,
  ...sourceOptions, ...Object.keys(natures),
]

export const isShownFromEnd = (list) => list.getAttribute("start") == "end" && list.getAttribute("scroll") != "page"

export class Options {
  #told = new Set()

  // `tell(error)` reports an attribute that makes no sense, each once.
  constructor(element, tell) { Object.assign(this, { element, tell }) }

  #complain(name, said, why) {
    const message = `${name}="${said}" ${why}`
    if (this.#told.has(message)) return
    this.#told.add(message)
    this.tell(new Error(message))
  }
  // Attributes that have changed since may be reported again.
  forget() { this.#told.clear() }

  // A number, or `undefined` where there is none that makes sense.
  number(name) {
    const said = this.element.getAttribute(name)
    if (said === null) return undefined
    const { least, most, isLength } = numberAttributes[name]
    const [, digits] = (isLength ? /^\s*(\d+(?:\.\d+)?)(?:px)?\s*$/ : /^\s*(\d+)\s*$/).exec(said) ?? []
    if (digits !== undefined && +digits >= least && +digits <= most) return +digits
    this.#complain(name, said, `is no ${isLength ? "number of pixels" : "whole number"} from ${least} to ${most}: it is ignored`)
    return undefined
  }

  // Tells of a word that an attribute may not have; `null` for it, and where there is none.
  word(name, words) {
    const said = this.element.getAttribute(name)
    if (said === null || words.includes(said)) return said
    this.#complain(name, said, `is none of "${words.join('", "')}": it is ignored`)
    return null
  }

  get activateOn() { return this.word("activate-on", ["click"]) }

  // The declared behavior of the list.
  get nature() {
    return Object.fromEntries(Object.entries(natures).map(([name, words]) => {
      // A list with a stream changes.
      const said = this.element.getAttribute(name) ?? (this.element.hasAttribute("live") && name != "ranking" ? "changes" : words[0])
      if (words.includes(said)) return [name, said]
      this.#complain(name, said, `is none of "${words.join('", "')}"; "${words[0]}" is taken for it`)
      return [name, words[0]]
    }))
  }

  // How rows are asked for at an address.
  get source() {
    const { element } = this
    const said = Object.fromEntries([...sourceOptions, "sort"].map((name) => [name, element.getAttribute(name) ?? undefined]))
    return {
      ...said, sortName: element.getAttribute("sort-name") ?? undefined, names: element.getAttribute("names")?.split(" "),
      firstPage: this.number("first-page") ?? 1, length: this.number("length"), pageSize: this.number("page-size") ?? 50,
    }
  }
}
