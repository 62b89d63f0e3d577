// Templates, and the fields in them: copies of a template, and values as text.

import { field } from "./paged-source.js"

// Characters of a field that are shown: a value may have megabytes, and nobody reads them in a row.
const longestText = 1000
// Fields of an item that are shown where there is no template for items.
const mostFields = 12
const numbers = new Intl.NumberFormat()

export const text = (value) => {
  const whole = value == null ? "" : typeof value == "object" ? JSON.stringify(value) : String(value)
  return whole.length > longestText ? whole.slice(0, longestText) + "…" : whole
}
export const numberText = (value) => numbers.format(value)

const asTime = (options) => (value) => {
  const date = new Date(typeof value == "number" && Math.abs(value) < 1e11 ? 1000 * value : value)
  return value == null || typeof value == "boolean" || isNaN(date) ? text(value) : formatted(options).format(date)
}
const made = new Map()
const formatted = (options) => {
  const key = JSON.stringify(options)
  if (!made.has(key)) made.set(key, new Intl.DateTimeFormat(undefined, options))
  return made.get(key)
}
// How fields are shown that have `data-format`: an app may add ways of its own. A day is one of the calendar, wherever the reader is.
export const formats = {
  number: (value) => (typeof value == "number" ? numberText(value) : text(value)),
  time: (value) => (/^\d{4}-\d\d-\d\d$/.test(value) ? formats.date(value) : asTime({ dateStyle: "medium", timeStyle: "short" })(value)),
  date: (value) => asTime({ dateStyle: "medium", timeZone: /^\d{4}-\d\d-\d\d$/.test(value) ? "UTC" : undefined })(value),
}

// Whether two items read the same.
export const isSame = (one, other) => {
  if (Object.is(one, other)) return true
  if (typeof one != "object" || typeof other != "object" || !one || !other || Array.isArray(one) != Array.isArray(other)) return false
  const keys = Object.keys(one)
  return keys.length == Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
}

// An item where there is no template: its fields by their names.
export const namedFields = (item) => {
  if (item == null || typeof item != "object") return [text(item)]
  return Object.keys(item).slice(0, mostFields).flatMap((name) => {
    const [term, value] = [document.createElement("i"), document.createElement("span")]
    term.textContent = `${name}: `
    value.dataset.field = name
    const pair = document.createElement("span")
    pair.className = "paged-field"
    pair.append(term, value)
    return [pair, " "]
  })
}

// The title of a section where there is no template.
export const titleField = () => {
  const title = document.createElement("span")
  title.dataset.field = "title"
  return [title]
}

export class Templates {
  formats = formats

  // `templates`: item, placeholder, section, columns, failed, empty, as far as they are there.
  constructor(templates) { this.templates = templates }

  has(kind) { return !!this.templates[kind] }

  // A copy of a template, or what stands for one that is not there, and the places in it where fields go.
  part(kind, substitute = () => []) {
    const template = this.templates[kind]
    const copy = document.createElement("div")
    // Frameworks put a template's children beside its content, as those of any other element.
    copy.append(...(template ? [template.content, ...template.childNodes].map((node) => node.cloneNode(true)) : substitute()))
    const fields = [...copy.querySelectorAll("[data-field]")].map((node) => [node, node.dataset.field])
    return { nodes: [...copy.childNodes], fields }
  }

  // Values from a server are put in as text, never as markup; but where the reader has `typed`, in elements that may be edited.
  fill({ fields }, value, typed) {
    for (const [node, path] of fields) {
      if (path == "#" || typed && [...typed].some((one) => one.contains(node))) continue
      const format = node.dataset.format && this.formats[node.dataset.format]
      const shown = format ? text(format(field(value, path), value)) : text(field(value, path))
      if (node.textContent !== shown) node.textContent = shown
    }
  }
}
