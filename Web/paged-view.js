// The view of a list: the element that scrolls, the rows in it, headers, notices, a jump bar; and going to a row of it.

import { Columns } from "./paged-columns.js"
import { Drawing } from "./paged-drawing.js"
import { EndEdge, UnseenBelow } from "./paged-end.js"
import { Templates, formats } from "./paged-fields.js"
import { Geometry } from "./paged-geometry.js"
import { Hint } from "./paged-hint.js"
import { inner } from "./paged-inner.js"
import { JumpBar } from "./paged-jump.js"
import { Keys } from "./paged-keys.js"
import { Notices } from "./paged-notices.js"
import { PageGeometry, PageWindow, scrollsWithPage } from "./paged-page.js"
import { PlaceKeeper } from "./paged-place.js"
import { RenderedRows } from "./paged-rendered.js"
import { Rows } from "./paged-rows.js"
import { Scroller } from "./paged-scroller.js"
import { Selection } from "./paged-selection.js"
import { activateByPointer, selectByPointer } from "./paged-pointing.js"
import { isShownFromEnd } from "./paged-options.js"
import { later } from "./paged-machines.js"
import { Voice } from "./paged-voice.js"

// Pixels of a row before any has been measured, and of a section's header.
export const firstHeight = 40
const headerHeight = 32
// Pixels from its end at which a list still follows what comes there.
const endThreshold = 40

const make = (name, role) => {
  const element = document.createElement("div")
  element.className = `paged-${name}`
  if (role) element.setAttribute("role", role)
  return element
}

// A copy of a list that was drawn has the parts of that, which nothing draws.
export const removeParts = (list) => {
  for (const part of list.querySelectorAll(":scope > :is(.paged-view, .paged-jump, .paged-print, .paged-live)")) part.remove()
}

// The templates of a list, by what they are for.
export const templatesOf = (list) => {
  const templates = {}
  for (const template of list.querySelectorAll(":scope > template[data-for]")) templates[template.dataset.for] ??= template
  return templates
}

export class ListView {
  #resize = new ResizeObserver(() => this.drawing.layout())
  #resized = () => this.drawing.layout()
  #heights
  #print = make("print")
  // Paper may be of another size than the view, and no script runs while a page is laid out for it: rows in view are printed, and no others.
  #printed = () => {
    const { first, end } = this.list.viewport
    for (const row of this.drawing.rows.elements) row.toggleAttribute("data-unprinted", row.known.row < first || row.known.row >= end)
    this.list.style.setProperty("--paged-printed", `${this.drawing.scroller.view.clientHeight}px`)
  }

  // `options` are the list's; `tell(name, detail)` sends an event.
  constructor(list, options, tell) {
    Object.assign(this, { list, tell })
    const templates = new Templates(templatesOf(list))
    templates.formats = { ...formats, ...list.formats }
    const geometry = this.#geometry(options)
    const mode = list.getAttribute("selectable")
    const layout = list.getAttribute("layout") == "grid" || templates.has("columns") || mode != null ? "grid" : "list"
    const view = (this.element = make("view", layout))
    view.tabIndex = 0
    view.setAttribute("aria-label", list.label ?? "")
    // The list's own style is the page's, which may set it as a whole.
    view.style.setProperty("--paged-row-height", geometry.isMeasured ? "auto" : `${geometry.height}px`)
    view.style.setProperty("--paged-section-height", `${geometry.headerHeight}px`)
    const [space, body, sticky] = [make("space"), make("rows"), make("sticky")]
    // An image that comes late, or larger text, moves the rows below it before they are seen to overlap.
    this.#heights = geometry.isMeasured ? new ResizeObserver(() => this.drawing.restack()) : null
    const rows = new Rows(body, templates, layout == "grid" ? "row" : "listitem", this.#heights)
    const header = rows.header()
    sticky.append(header)
    const columns = templates.has("columns") ? new Columns(list, view, templates.part("columns")) : null
    if (columns) {
      rows.headers = 1
      view.append(columns.element)
    }
    view.append(sticky, space, body)
    const jump = new JumpBar(list, view)
    // A screen reader hears the rows themselves.
    this.#print.setAttribute("aria-hidden", "true")
    const scroller = new Scroller(scrollsWithPage(list) ? new PageWindow(list, view) : view, space, geometry, { draw: () => this.#scrolled(), rested: () => this.#rested() })
    const keys = new Keys(list, view)
    const selection = (this.selection = mode == null ? null : this.#selection(mode, view))
    keys.selection = selection
    this.keeper = new PlaceKeeper(list)
    this.drawing = new Drawing(list, { view, sticky, header, rows, notices: new Notices(list, view, sticky, rows), hint: new Hint(list, sticky), geometry, scroller, keys, jump, columns, selection, rendered: new RenderedRows(list) }, {
      place: this.keeper.place, moved: (range) => this.#moved(range), came: () => this.voice.came(),
    })
    this.drawing.unseen = new UnseenBelow((count, isMore) => {
      if (isMore) this.voice.came()
      tell("unseen", { count })
    })
    if (isShownFromEnd(list)) this.drawing.end = scroller.end = new EndEdge(this.drawing, options.number("end-threshold") ?? endThreshold)
    this.voice = new Voice(list, this.drawing, make("live", "status"))
    this.takeLater()
    this.#listen(view)
    addEventListener("beforeprint", this.#printed)
    list.append(...this.#parts)
    this.#resize.observe(view)
    // Content before the list may change its height, and the document's with it.
    if (scrollsWithPage(list)) {
      const around = scroller.view.scroller
      for (const one of [document.body, around, ...around.children]) this.#resize.observe(one)
      addEventListener("resize", this.#resized)
    }
    jump.observer = this.#resize
    if (columns) this.#resize.observe(columns.element)
  }

  // Copying is in the part of the element that comes behind the first rows.
  takeLater() {
    const { list, element, selection, tell, drawing, voice } = this
    if (!later || this.clipboard) return
    this.clipboard = new later.Clipboard(list, element, {
      selection, templates: drawing.rows.templates, tell, say: (text) => voice.tell(text), later: () => drawing.later(),
    })
  }

  // All that the list has of it.
  get #parts() { return [this.element, this.drawing.jump.element, this.#print, this.voice.element] }
  owns(node) { return this.#parts.includes(node) }

  #geometry(options) {
    const { list } = this
    const height = options.number("row-height")
    const geometry = new (scrollsWithPage(list) ? PageGeometry : Geometry)(height ?? firstHeight, height === undefined)
    geometry.headerHeight = list.hasAttribute("sections") ? options.number("section-height") ?? headerHeight : 0
    return geometry
  }

  #selection(mode, view) {
    const selection = new Selection(this.list, mode, () => {
      this.tell("selection", { ranges: selection.ranges, count: selection.count, isExact: selection.isExact })
      this.drawing?.later()
    })
    selectByPointer(this.list, view, selection)
    return selection
  }

  #listen(view) {
    const { list } = this
    view.addEventListener("click", (event) => event.target.closest("[data-retry]") && list.retry())
    activateByPointer(list, view)
  }

  #moved(range) {
    const { count, words } = this.list
    this.voice.moved()
    this.#print.textContent = words.printed(range.first + 1, Math.min(range.end, count), count)
    this.tell("viewport", range)
  }

  #rested() {
    this.drawing.layout()
    this.keepPlace()
  }
  #scrolled() {
    this.list[inner].scrolled()
    this.drawing.draw(true)
  }
  // The reader leaves, or scrolling rests.
  keepPlace() {
    const { end, geometry, scroller } = this.drawing
    if (geometry.count && this.list.count) this.keeper.keep(scroller.anchor, end?.isReached)
  }

  // Another list is shown: the place kept for the one before no longer applies.
  renew() {
    this.keeper.forget()
    this.keeper.close()
    this.keeper = new PlaceKeeper(this.list)
    this.await(false)
    this.drawing.renew(this.keeper.place)
  }
  // Rows of another list are awaited, and those that are shown stay until then.
  await(isAwaited) {
    this.element.toggleAttribute("data-old", isAwaited)
    if (isAwaited) this.element.setAttribute("aria-busy", "true")
  }
  // Rows that fill the view.
  get screen() {
    const { geometry } = this.drawing
    return Math.max(1, Math.ceil(geometry.view / geometry.height))
  }

  // Brings a row into view: "start", "center", "end", or where it is nearest. A caller that scrolls step by step, and knows at
  // which row that will come to rest, passes it as `landing`.
  scrollToRow(row, { align = "start", focus = false, landing = -1 } = {}) {
    const { drawing } = this
    drawing.layoutNow()
    const { geometry, scroller } = drawing
    if (!geometry.count) return
    row = Math.min(geometry.count - 1, Math.max(0, Math.trunc(row)))
    // A section's header may come to be known, as heights do.
    const header = () => geometry.isStart(row) ? 0 : geometry.headerHeight
    const above = geometry.distance(scroller.anchor, row) - header()
    const below = geometry.view - header() - geometry.boxHeight(row)
    if (align == "nearest" && !(above < 0)) align = above <= below ? "stay" : "end"
    const share = { center: 0.5, end: 1 }[align] ?? 0
    const goal = () => geometry.moved({ row, offset: 0 }, -header() - share * (geometry.view - header() - geometry.boxHeight(row)))
    drawing.landing = landing
    if (align != "stay") scroller.go(goal)
    drawing.landing = -1
    if (focus) this.focusRow(row)
  }
  // To the end of the loaded list: where the list goes on, no more is loaded.
  scrollToEnd() {
    const { drawing, list } = this
    drawing.layoutNow()
    const { geometry, scroller } = drawing
    const { row, offset } = scroller.toEnd()
    if (geometry.count) scroller.go(list[inner].machine?.endIsKnown ? scroller.toEnd : () => ({ row, offset }))
  }
  scrollToSection(index, options) {
    const row = this.drawing.geometry.starts[index]
    if (row !== undefined) this.scrollToRow(row, options)
  }
  focusRow(row) {
    this.scrollToRow(row, { align: "nearest" })
    this.drawing.element(row)?.focus({ preventScroll: true })
  }

  close() {
    this.clipboard?.close()
    this.selection?.close()
    for (const part of [this.drawing.scroller, this.voice, this.drawing, this.keeper]) part.close()
    this.#resize.disconnect()
    removeEventListener("resize", this.#resized)
    removeEventListener("beforeprint", this.#printed)
    this.#heights?.disconnect()
    for (const element of this.#parts) element.remove()
  }
}
