// The first rows of a page's lists, drawn before the element's script has come, which is loaded behind them:
//
//   <script type="module" src="first-rows.js"></script>     in place of paged-list.js
//
// It draws lists that begin at their start, whose rows have one height and show what their template says, and asks at once for the first rows of all
// others that are asked for by offset, or where that is found out. The answer becomes the element's first, so that nothing is asked for twice.

import { formats, numberText, text } from "./paged-fields.js"
import { Options } from "./paged-options.js"
import { heightInSight } from "./paged-page.js"
import { asksForAScreen, field, found, pagesAtOnce, totalIn } from "./paged-source.js"

// Milliseconds that the first rows have the line for themselves, at most.
const headStart = 250
// Attributes of lists that begin elsewhere, and of those that are more than rows in a place of their own.
const places = ["start", "start-at", "start-row"]
const others = ["sections", "scroll"]
// Pixels of a row where the list says nothing.
const firstHeight = 40

// As the element has its place and its rows, with room for a scroll bar beside them where it will have one.
const sheet = new CSSStyleSheet()
sheet.replaceSync(`@layer paged-list{:where(paged-list:not(:defined)){display:block;position:relative;height:400px}}
paged-list:has(>.paged-first){overflow:hidden}paged-list:has(>.paged-more){overflow-y:scroll}
paged-list>.paged-row.paged-first{position:absolute;left:0;right:0;box-sizing:border-box}.paged-first [data-field]{unicode-bidi:plaintext}:where(.paged-first [data-field]){text-align:-webkit-match-parent;text-align:match-parent}`)

const templateOf = (list) => list.querySelector(":scope>template[data-for=item]")
const formatOf = (node) => node.dataset.format

const asks = (list) => {
  const dialect = list.getAttribute("dialect")
  const isOther = list.source || dialect != null && dialect != "offset" || places.some((name) => list.hasAttribute(name))
  // The reader was here before, and may have been elsewhere in the list.
  return !isOther && !Object.keys(history.state ?? {}).some((name) => name.startsWith("paged-list"))
}

const draws = (list, height) => {
  const template = templateOf(list)
  const isOther = others.some((name) => list.hasAttribute(name)) || list.querySelector(":scope>template[data-for=columns],:scope>.paged-row")
  if (!height || !template || isOther) return false
  // Formats of the app's own may come later.
  return [...template.content.querySelectorAll("[data-format]")].every((node) => formats[formatOf(node)])
}

const draw = (list, items, height, isMore) => {
  const { content } = templateOf(list)
  list.append(...items.map((item, row) => {
    const element = document.createElement("div")
    element.className = `paged-row paged-first${row % 2 ? " odd" : ""}${isMore ? " paged-more" : ""}`
    element.dataset.kind = "item"
    Object.assign(element.style, { top: `${row * height}px`, height: `${height}px` })
    element.append(content.cloneNode(true))
    for (const node of element.querySelectorAll("[data-field]")) {
      const path = node.dataset.field
      const value = field(item, path)
      node.textContent = path == "#" ? numberText(row + 1) : text(formatOf(node) ? formats[formatOf(node)](value) : value)
    }
    return element
  }))
}

// Asks for a list's first rows; what comes is how they are drawn, where they are.
const ask = (list) => {
  // The element tells of attributes that make no sense.
  const options = new Options(list, () => {})
  const [height, { behavior, ranking }] = [options.number("row-height"), options.nature]
  const { names: [place, size] = ["offset", "limit"], dialect, pageSize, sort, sortName = "sort", items: path, total } = options.source
  const screen = Math.ceil(heightInSight(list) / (height ?? firstHeight))
  if (!(screen > 0)) return
  const url = new URL(list.getAttribute("src"), document.baseURI)
  if (sort) url.searchParams.set(sortName, sort)
  url.searchParams.set(place, 0)
  const limit = dialect && asksForAScreen(behavior, ranking) ? screen : pagesAtOnce * pageSize
  if (size) url.searchParams.set(size, limit)
  const { fetch: own } = list
  const send = (...all) => (own ?? fetch)(...all)
  const answer = send(url, { headers: { Accept: "application/json" } })
  // The element's first request has gone out already.
  list.fetch = (address, options) => {
    if (own) list.fetch = own
    else delete list.fetch
    return String(address) == url.href ? answer : send(address, options)
  }
  const show = async () => {
    const response = await answer
    if (!response.ok) return
    const body = await response.clone().json()
    const items = path ? field(body, path) : found(body)
    if (!Array.isArray(items) || customElements.get("paged-list")) return
    const count = totalIn(body, response.headers, total) ?? (items.length < limit ? items.length : Infinity)
    draw(list, items.slice(0, screen), height, count * height > list.clientHeight)
  }
  // A failure is handled where the answer is read.
  answer.catch(() => {})
  return draws(list, height) ? show() : undefined
}

document.adoptedStyleSheets.push(sheet)
const asked = [...document.querySelectorAll("paged-list[src]:not(:defined)")].filter(asks).map(ask).filter(Boolean)
// The frame that shows them comes before the script is read; in a page in the background there is none.
const drawn = Promise.allSettled(asked).then(() => new Promise(requestAnimationFrame))
if (asked.length) await Promise.race([drawn, new Promise((done) => setTimeout(done, headStart))])
await import("./paged-list.js")
