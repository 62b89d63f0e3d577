// <paged-list>: a list of any size that scrolls as though every row were already there. Web/README.md shows its use.
//
// Attributes: src, length (rows, where that is known beforehand), row-height (pixels; absent where rows are to be measured), section-height, page-size, item-budget, item-id,
// label, layout ("list" or "grid"), sections (the address of a list of titles and counts), dialect, names, first-page,
// items, total, next (as in paged-source.js). A template each for data-for="item", "placeholder", "section" and "error".
//
// Events: paged-list:load {first, count}, paged-list:error {error, first, end}, paged-list:viewport {first, end},
// paged-list:finished {job, failed}: what refresh, reload and loadMore return is over.

import { PagedDriver } from "./paged-driver.js"
import { Geometry, shifted } from "./paged-geometry.js"
import { JumpBar } from "./paged-jump.js"
import { Keys } from "./paged-keys.js"
import { loadListMachine } from "./list-machine.js"
import { PagedSource } from "./paged-source.js"
import { Rows } from "./paged-rows.js"
import { Scroller } from "./paged-scroller.js"
import { sheet } from "./paged-style.js"

const machines = loadListMachine(new URL("paging.wasm", import.meta.url))
const sourceOptions = ["dialect", "items", "total", "next", "sections"]
// Milliseconds of quiet before something is said: a reader who scrolls is not to be talked to all the time.
const quiet = 700
// The slot of a row that stands for those to come.
const ghost = (row) => `ghost ${row}`

export class PagedList extends HTMLElement {
  static observedAttributes = ["src", "sections", "row-height", "layout"]

  // An app may set `fetch`, how requests are sent; `fill`, how an item's element is filled beyond its fields; `source`, where
  // rows come from instead of `src`; and some or all of `words`, what is said aloud. All that before the element is defined, too.
  words = {
    sections: "Sections",
    loaded: (first, last, count) => `Rows ${first} to ${last} of ${count} loaded.`,
    failed: (message) => `Rows could not be loaded: ${message}.`,
    ...this.words,
  }
  viewport = { first: 0, end: 0 }

  get src() { return this.getAttribute("src") }
  set src(value) { this.setAttribute("src", value) }
  get machine() { return this.#driver?.machine }
  get count() { return this.machine?.count ?? 0 }
  get phase() { return this.machine?.phase ?? "loading" }
  get counters() { return this.machine?.counters }
  get loadedRanges() { return this.machine?.loadedRanges() ?? [] }
  get sections() { return this.#driver?.sections ?? [] }
  item(row) { return this.#driver?.item(row) }

  connectedCallback() {
    addEventListener("online", this.#online)
    this.#begin()
  }
  disconnectedCallback() {
    removeEventListener("online", this.#online)
    this.#end()
  }
  attributeChangedCallback(_, old, value) { if (this.isConnected && old !== value) this.#begin() }
  #online = () => this.retry()

  #driver
  #geometry
  #scroller
  #rows
  #keys
  #jump
  #ghosts = 0
  #start = 0

  // Begins anew with what the attributes say; once, however many of them were changed.
  async #begin() {
    const start = ++this.#start
    await null
    const factory = await machines.catch((error) => this.#tell("error", { error }))
    if (start != this.#start || !this.isConnected || !factory || !(this.src || this.source)) return
    this.#end()
    const number = (name) => (this.hasAttribute(name) ? Math.max(1, +this.getAttribute(name) || 0) : undefined)
    const options = Object.fromEntries(sourceOptions.map((name) => [name, this.getAttribute(name) ?? undefined]))
    options.names = this.getAttribute("names")?.split(" ")
    options.firstPage = +(this.getAttribute("first-page") ?? 1)
    options.fetch = (...all) => (this.fetch ?? fetch)(...all)
    options.length = number("length")
    options.pageSize = number("page-size") ?? 50
    const height = number("row-height")
    this.#geometry = new Geometry(height ?? 40, height === undefined)
    this.#geometry.headerHeight = this.hasAttribute("sections") ? number("section-height") ?? 32 : 0
    this.#build(height)
    this.#driver = new PagedDriver(factory, this.source ?? new PagedSource(this.src, options), {
      pageSize: options.pageSize, itemBudget: number("item-budget") ?? 5000, itemID: this.getAttribute("item-id") ?? "id",
      seed: Math.floor(Math.random() * 2 ** 31),
    }, {
      update: (change) => this.#updated(change),
      loaded: (first, count) => this.#loaded(first, count),
      failed: (error, first, end) => this.#failed(error, first, end),
      finished: (job, failed) => this.#tell("finished", { job, failed }),
    })
    this.#place = history.state?.[this.#key]
    this.machine.start(performance.now())
    this.#layout()
  }

  #end() {
    if (!this.#driver) return
    this.#driver.close()
    this.#scroller.close()
    clearTimeout(this.#speech)
    cancelAnimationFrame(this.#frame)
    this.#resize.disconnect()
    for (const part of [this.#view, this.#jump.element, this.#live]) part.remove()
    this.#driver = this.#frame = null
  }

  #view
  #live
  #sticky
  #resize
  #build(height) {
    const root = this.getRootNode()
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
    const make = (name, role) => {
      const element = document.createElement("div")
      element.className = `paged-${name}`
      if (role) element.setAttribute("role", role)
      return element
    }
    const layout = this.getAttribute("layout") == "grid" ? "grid" : "list"
    const view = (this.#view = make("view", layout))
    view.tabIndex = 0
    view.setAttribute("aria-label", this.getAttribute("label") ?? "")
    const [space, body] = [make("space"), make("rows")]
    const templates = Object.fromEntries(["item", "placeholder", "error", "section"].map((kind) => [
      kind, this.querySelector(`template[data-for="${kind}"]`) ?? document.createElement("template"),
    ]))
    const role = layout == "grid" ? "row" : "listitem"
    this.#rows = new Rows(body, templates, role)
    this.#rows.fill = (...all) => this.fill?.(...all)
    this.style.setProperty("--paged-row-height", height ? `${height}px` : "auto")
    this.style.setProperty("--paged-section-height", `${this.#geometry.headerHeight}px`)
    this.#sticky = make("sticky")
    this.#stickyHeader = this.#rows.header()
    this.#sticky.append(this.#stickyHeader)
    view.append(this.#sticky, space, body)
    this.#live = make("live", "status")
    this.#jump = new JumpBar(this)
    this.append(view, this.#jump.element, this.#live)
    this.#scroller = new Scroller(view, space, this.#geometry, {
      draw: () => this.#draw(true), rested: () => this.#rested(),
    })
    this.#keys = new Keys(this, view)
    view.addEventListener("click", (event) => event.target.closest("[data-retry]") && this.retry())
    this.#resize = new ResizeObserver(() => this.#layout())
    this.#resize.observe(view)
  }
  #stickyHeader

  // Commands

  refresh() { return this.machine?.refresh(performance.now()) }
  reload() { return this.machine?.reload(performance.now()) }
  loadMore() { return this.machine?.loadMore(performance.now()) }
  retry() {
    this.machine?.retry(performance.now())
    this.#later()
  }
  pin(row) { this.machine?.pin(Math.max(0, row), row + 1) }

  // Brings a row into view: "start", "center", "end", or where it is nearest. Whoever scrolls step by step, and knows at
  // which row that will come to rest, says so with `landing`.
  scrollToRow(row, { align = "start", focus = false, landing = -1 } = {}) {
    if (this.#frame) this.#layout()
    const geometry = this.#geometry
    if (!geometry?.count) return
    row = Math.min(geometry.count - 1, Math.max(0, Math.trunc(row)))
    const header = geometry.isStart(row) ? 0 : geometry.headerHeight
    const above = geometry.distance(this.#scroller.anchor, row) - header
    const below = geometry.view - header - geometry.boxHeight(row)
    if (align == "nearest" && !(above < 0)) align = above <= below ? "stay" : "end"
    const share = { center: 0.5, end: 1 }[align] ?? 0
    // Said as a goal, since heights become known only when rows are drawn there.
    const goal = () => geometry.moved({ row, offset: 0 }, -header - share * (geometry.view - header - geometry.boxHeight(row)))
    this.#landing = landing
    if (align != "stay") this.#scroller.go(goal)
    this.#landing = -1
    if (focus) this.focusRow(row)
  }
  #landing = -1
  scrollToSection(index, options) {
    const row = this.#geometry.starts[index]
    if (row !== undefined) this.scrollToRow(row, options)
  }
  focusRow(row) {
    this.scrollToRow(row, { align: "nearest" })
    this.#rows.of(this.#slot(row))?.focus({ preventScroll: true })
  }

  // What the machine tells

  #updated(change) {
    if (!this.machine) return
    if (change && change.oldCount > 0 && (change.removed.length || change.inserted.length)) {
      // What stands beyond the old list's end goes nowhere when the list grows there.
      for (const held of [this.#scroller.anchor, this.#keys]) {
        if (held.row >= 0 && held.row < change.oldCount) held.row = shifted(held.row, change.removed, change.inserted)
      }
      this.#scroller.forget()
      this.#geometry.forget()
    }
    this.#later()
  }
  #loaded(first, count) {
    this.#tell("load", { first, count })
    this.#hasLoaded = true
    this.#say()
    this.#later()
  }
  #failed(error, first, end) {
    this.#error = error
    this.#tell("error", { error, first, end })
    this.#say()
    this.#later()
  }
  #error
  #hasLoaded = false

  #say() {
    clearTimeout(this.#speech)
    this.#speech = setTimeout(() => {
      const { first, end } = this.viewport
      const isBroken = [...this.#rows.elements].some((one) => one.known.kind == "error")
      if (isBroken && this.#error) this.#live.textContent = this.words.failed(this.#error.message)
      else if (this.#hasLoaded) this.#live.textContent = this.words.loaded(first + 1, Math.min(end, this.count), this.count)
      this.#hasLoaded = false
    }, quiet)
  }
  #speech
  #tell(name, detail) { this.dispatchEvent(new CustomEvent(`paged-list:${name}`, { detail, bubbles: true, composed: true })) }

  // Drawing

  #later() { this.#frame ||= requestAnimationFrame(() => this.#layout()) }
  #frame

  // Takes in how long the list is and how large the view, and draws.
  #layout() {
    cancelAnimationFrame(this.#frame)
    this.#frame = null
    if (!this.machine) return
    const [geometry, view] = [this.#geometry, this.#view]
    const { count, endIsKnown } = this.machine
    if (geometry.isMeasured && this.#width !== view.clientWidth) geometry.forget()
    this.#width = view.clientWidth
    geometry.view = view.clientHeight
    // Before the first answer a screen of placeholders stands for the list; where it may go on, one stands at its end.
    const isFailed = this.phase == "failed"
    const screen = isFailed ? 1 : Math.ceil(geometry.view / geometry.height)
    this.#ghosts = endIsKnown ? 0 : count || isFailed ? 1 : screen
    geometry.count = count + this.#ghosts
    if (this.sections != this.#known) {
      this.#known = this.sections
      let start = 0
      geometry.starts = this.sections.map((one) => (start += one.count) - one.count)
    }
    if (this.#place && count > this.#place.row) {
      this.#scroller.anchor = { ...this.#place }
      this.#place = null
    }
    this.#scroller.changed()
    this.#jump.layout()
    this.#draw()
  }
  #known
  #width
  #place

  #draw(moves) {
    const [geometry, scroller, view] = [this.#geometry, this.#scroller, this.#view]
    const reach = Math.max(200, geometry.view / 2)
    this.#rows.near(scroller.position)
    this.#rows.begin()
    for (let pass = 0; pass < 4; pass++) {
      const { anchor } = scroller
      let [first, above] = [anchor.row, -anchor.offset]
      while (first > 0 && above > -reach) above -= geometry.boxHeight(--first)
      const { end } = geometry.upTo(anchor, geometry.view + reach)
      if (!this.#drawRows(first, end, above)) break
      scroller.hold()
    }
    this.#rows.end()
    const [first, end] = this.#visible()
    const isSame = this.viewport.first == first && this.viewport.end == end
    this.viewport = { first, end }
    // Data that arrives is no movement: the machine reckons from these how fast the reader goes.
    if (moves || !isSame) this.machine.viewport(performance.now(), first, end, this.#landing, this.#landing + end - first)
    this.#header(first)
    let isBusy = false
    for (let row = first; row < end && !isBusy; row++) isBusy = !this.item(row) && this.machine.state(row) != "failed"
    if (isBusy != (view.getAttribute("aria-busy") == "true")) view.setAttribute("aria-busy", isBusy)
    const shown = this.machine.endIsKnown ? this.count : -1
    if (this.#rows.role == "row" && view.getAttribute("aria-rowcount") != shown) view.setAttribute("aria-rowcount", shown)
    if (!isSame) this.#tell("viewport", { first, end })
  }

  // What a row's element is known by.
  #slot(row) { return row < this.count ? this.machine.slot(row) : ghost(row) }

  // Draws rows from a distance below the view's top; true where a height was other than thought.
  #drawRows(first, end, above) {
    const [geometry, machine, rows] = [this.#geometry, this.machine, this.#rows]
    const setSize = machine.endIsKnown ? this.count : -1
    const wanted = []
    for (let row = first; row < end; row++) wanted.push(row)
    const focused = this.#keys.row
    if (focused >= 0 && focused < geometry.count && (focused < first || focused >= end)) wanted.push(focused)
    const slots = wanted.map((row) => this.#slot(row))
    rows.keep(slots, wanted.map(ghost))
    const elements = wanted.map((row, index) => {
      const value = row < this.count ? this.item(row) : undefined
      const isFailed = value === undefined && (row < this.count ? machine.state(row) == "failed" : this.phase == "failed")
      return rows.show({
        slot: slots[index], row, count: setSize, kind: value !== undefined ? "item" : isFailed ? "error" : "placeholder",
        value: isFailed ? { message: this.#error?.message } : value,
        section: geometry.isStart(row) ? this.sections[geometry.sectionAt(row)]?.title : undefined,
      })
    })
    let isOther = false
    if (geometry.isMeasured) {
      const heights = elements.map((element) => element.getBoundingClientRect().height)
      wanted.forEach((row, index) => { if (heights[index] > 0) isOther = geometry.measured(row, heights[index]) || isOther })
      if (isOther) return true
    }
    let y = this.#scroller.position + above
    elements.forEach((element, index) => {
      const row = wanted[index]
      const header = geometry.headerOf(row)
      if (row >= first && row < end) {
        if (header) rows.showHeader(geometry.sectionAt(row), this.sections[geometry.sectionAt(row)]?.title, y)
        rows.place(element, y + header)
        y += geometry.boxHeight(row)
      } else {
        // It keeps the focus out of sight: above or below, and inside the list's extent.
        const side = this.#scroller.position + (row < first ? -2 : 2) * (geometry.view + geometry.height)
        rows.place(element, Math.max(-geometry.height, Math.min(side, geometry.barHeight - geometry.height)))
      }
    })
    return false
  }

  #visible() {
    const [geometry, { anchor }] = [this.#geometry, this.#scroller]
    const { end } = geometry.upTo(anchor, geometry.view - 0.01)
    // A row that the section's header covers is not seen.
    const isCovered = anchor.row + 1 < end && geometry.starts.length && !geometry.isStart(anchor.row + 1)
      && geometry.boxHeight(anchor.row) - anchor.offset <= geometry.headerHeight
    return [isCovered ? anchor.row + 1 : anchor.row, end]
  }

  // The header of the section that is looked at stays at the top, until the next one pushes it away.
  #header(first) {
    const geometry = this.#geometry
    const index = geometry.headerHeight ? geometry.sectionAt(first) : -1
    this.#jump.mark(index)
    this.#sticky.hidden = index < 0
    if (index < 0) return
    const next = geometry.starts[index + 1] ?? Infinity
    const away = next < geometry.count ? Math.min(0, geometry.distance(this.#scroller.anchor, next) - geometry.headerHeight) : 0
    this.#stickyHeader.style.transform = `translateY(${Math.max(-geometry.headerHeight, away)}px)`
    const { title } = this.sections[index]
    this.#rows.label(this.#stickyHeader, title)
  }

  // The reader's place, kept in the entry of the session's history

  get #key() { return `paged-list ${this.src}` }
  #rested() {
    this.#rows.sort()
    this.#layout()
    this.#remember()
  }
  #remember() {
    const { row, offset } = this.#scroller.anchor
    const kept = history.state?.[this.#key]
    // Browsers allow no more than some changes of the history in a while.
    if (kept?.row === row && kept.offset === offset) return
    history.replaceState({ ...history.state, [this.#key]: { row, offset } }, "")
  }
}

customElements.define("paged-list", PagedList)
