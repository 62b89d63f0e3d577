// <paged-list>: a list of any size that scrolls as though every row were already there. Web/README.md shows its use.
//
// Attributes: src, length (rows, where that is known beforehand), row-height (pixels; absent where rows are to be measured),
// section-height, page-size, item-budget, item-id, behavior, ranking and content (how the list changes while it is read:
// `natures`), label, layout ("list" or "grid"), sections (the address of a list of titles and counts), dialect, names, first-page,
// items, total, next, version (as in paged-source.js). A template each for data-for="item", "placeholder", "section", "failed" and
// "empty".
//
// Events: paged-list:load {first, count}, paged-list:error {error, what, first, end}, paged-list:viewport {first, end},
// paged-list:finished {job, failed, error}: what refresh, reload and loadMore return is over. What failed is "rows", "sections",
// "machine" or "attribute"; of an "answer" something is wrong, and all that came is shown.

import { Drawing } from "./paged-drawing.js"
import { PagedDriver } from "./paged-driver.js"
import { Geometry, RowMoves } from "./paged-geometry.js"
import { JumpBar } from "./paged-jump.js"
import { Keys } from "./paged-keys.js"
import { loadListMachine } from "./list-machine.js"
import { Notices } from "./paged-notices.js"
import { PlaceKeeper } from "./paged-place.js"
import { PagedSource } from "./paged-source.js"
import { Rows } from "./paged-rows.js"
import { Scroller } from "./paged-scroller.js"
import { sheet } from "./paged-style.js"
import { Voice } from "./paged-voice.js"

// The machines that were asked for: lists that never change take the small one.
const machines = new Map()
const addresses = {
  "paging.wasm": () => new URL("paging.wasm", import.meta.url),
  "paging-changing.wasm": () => new URL("paging-changing.wasm", import.meta.url),
}
const machine = (name) => {
  if (!machines.has(name)) {
    machines.set(name, loadListMachine(addresses[name]()).catch((error) => {
      machines.delete(name)
      throw new Error(`${name} cannot be loaded, which belongs beside paged-list.js: ${error.message}`)
    }))
  }
  return machines.get(name)
}
const sourceOptions = ["dialect", "items", "total", "next", "version", "sections"]
// What an app may say of its list, the first being what is meant where it does not.
const natures = { behavior: ["fixed", "grows-on-top", "changes"], ranking: ["stable", "rebuilt"], content: ["fixed", "changes"] }

export class PagedList extends (globalThis.HTMLElement ?? Object) {
  static observedAttributes = [
    "src", "length", "row-height", "section-height", "page-size", "item-budget", "item-id", "label", "layout", "names", "first-page",
    ...sourceOptions, ...Object.keys(natures),
  ]

  // An app may set `fetch`, how requests are sent; `fill`, how an item's element is filled beyond its fields; `source`, where
  // rows come from instead of `src`; `label`; and, before rows are shown, some or all of `words`, what is said. All that may be
  // set before the element is defined, too.
  words = {
    sections: "Sections",
    loaded: (first, last, count) => `Rows ${first} to ${last} of ${count} loaded.`,
    failed: (message) => `Rows could not be loaded: ${message}.`,
    sectionsFailed: (message) => `The sections could not be loaded: ${message}.`,
    refreshFailed: (message) => `The list could not be refreshed: ${message}.`,
    retry: "Retry",
    empty: "There are no rows.",
    ...this.words,
  }
  viewport = { first: 0, end: 0 }

  constructor() {
    super()
    // Whatever was set before the element was defined hides what it has of that name.
    for (const name of ["source", "fill", "fetch", "label", "src", "sections"]) {
      if (!Object.hasOwn(this, name)) continue
      const value = this[name]
      delete this[name]
      this[name] = value
    }
  }

  // The app's own; requests to come take another `fetch`, rows that are shown are filled by another `fill` at once.
  get fetch() { return this.#fetch }
  set fetch(fetch) { this.#fetch = fetch }
  #fetch
  get fill() { return this.#fill }
  set fill(fill) {
    this.#fill = fill
    if (this.#drawing) this.#drawing.rows.fill = this.#filler
    this.redraw()
  }
  #fill
  get #filler() { return this.#fill && ((...all) => this.#fill(...all)) }
  get source() { return this.#source }
  set source(source) {
    if (source === this.#source) return
    this.#source = source
    if (this.isConnected) this.#begin()
  }
  #source
  get label() { return this.getAttribute("label") }
  set label(label) { this.#reflect("label", label) }
  get src() { return this.getAttribute("src") }
  set src(src) { this.#reflect("src", src) }
  // Frameworks set the property where there is one of an attribute's name.
  set sections(address) { this.#reflect("sections", address) }
  #reflect(name, value) { value == null ? this.removeAttribute(name) : this.setAttribute(name, value) }

  get driver() { return this.#driver }
  get machine() { return this.#driver?.machine }
  get count() { return this.machine?.count ?? 0 }
  get phase() { return this.machine?.phase ?? (this.#broken ? "failed" : "loading") }
  // What failed besides rows, in words, where it did: the machine, the sections, the last refresh.
  get trouble() {
    if (this.#broken) return { error: this.#broken }
    const [driver, { words }] = [this.#driver, this]
    if (driver?.machine.sectionsFailed) return { error: driver.sectionsError, text: words.sectionsFailed(driver.sectionsError.message) }
    const error = this.count && this.phase == "failed" && driver.reason()
    return error ? { error, text: words.refreshFailed(error.message) } : null
  }
  get counters() { return this.machine?.counters }
  get loadedRanges() { return this.machine?.loadedRanges() ?? [] }
  get sections() { return this.#driver?.sections ?? [] }
  item(row) { return this.#driver?.item(row) }

  connectedCallback() {
    addEventListener("online", this.#online)
    this.#templates.observe(this, { childList: true })
    this.#begin()
  }
  disconnectedCallback() {
    removeEventListener("online", this.#online)
    this.#templates.disconnect()
    this.#end()
  }
  attributeChangedCallback(name, old, value) {
    if (!this.isConnected || old === value) return
    if (name == "label") this.#drawing?.view.setAttribute("aria-label", value ?? "")
    else this.#begin()
  }
  // Templates may come after the element, and be others later.
  #templates = globalThis.MutationObserver && new MutationObserver((changes) => {
    const isTemplate = (node) => node.nodeName == "TEMPLATE"
    if (changes.some(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes].some(isTemplate))) this.#begin()
  })
  #online = () => this.retry()

  #driver
  #drawing
  #voice
  #resize
  #heights
  #keeper
  #start = 0

  // Begins anew with what the attributes say; once, however many of them were changed.
  async #begin() {
    const start = ++this.#start
    await null
    if (start != this.#start || !this.isConnected || !(this.src || this.source)) return
    this.#end()
    const number = (name) => (this.hasAttribute(name) ? Math.max(1, +this.getAttribute(name) || 0) : undefined)
    const height = number("row-height")
    const geometry = new Geometry(height ?? 40, height === undefined)
    geometry.headerHeight = this.hasAttribute("sections") ? number("section-height") ?? 32 : 0
    this.#build(geometry)
    try {
      const nature = this.#nature()
      const changes = Object.entries(nature).some(([name, value]) => value != natures[name][0])
      const options = { length: number("length"), pageSize: number("page-size") ?? 50 }
      const source = this.source ?? this.#pagedSource(options)
      const factory = await machine(changes ? "paging-changing.wasm" : "paging.wasm")
      if (start != this.#start || !this.isConnected) return
      this.#driver = new PagedDriver(factory, source, {
        pageSize: options.pageSize, itemBudget: number("item-budget") ?? 5000, itemID: this.getAttribute("item-id") ?? "id",
        seed: Math.floor(Math.random() * 2 ** 31), changes, ...nature,
      }, {
        update: (change) => this.#updated(change),
        loaded: (first, count) => this.#loaded(first, count),
        failed: (...all) => this.#failed(...all),
        finished: (job, failed) => this.#finished(job, failed),
      })
    } catch (error) {
      if (start != this.#start) return
      this.#broken = error
      this.#failed(error, "machine")
      this.#drawing.layout()
      return
    }
    this.#drawing.layout()
  }
  // Why there is no list at all, where its machine or its source could not be made.
  #broken = null

  #pagedSource(options) {
    for (const name of sourceOptions) options[name] = this.getAttribute(name) ?? undefined
    options.names = this.getAttribute("names")?.split(" ")
    options.firstPage = +(this.getAttribute("first-page") ?? 1)
    options.fetch = (...all) => (this.fetch ?? fetch)(...all)
    return new PagedSource(this.src, options)
  }

  // What the attributes say of how the list changes. A word that there is not is told, and the first taken for it.
  #nature() {
    return Object.fromEntries(Object.entries(natures).map(([name, words]) => {
      const said = this.getAttribute(name) ?? words[0]
      if (words.includes(said)) return [name, said]
      this.#tell("error", { what: "attribute", error: new Error(`${name}="${said}" is none of "${words.join('", "')}"; "${words[0]}" is taken for it`) })
      return [name, words[0]]
    }))
  }

  #end() {
    if (!this.#drawing) return
    const { view, jump, scroller } = this.#drawing
    for (const part of [this.#driver, scroller, this.#voice, this.#drawing, this.#keeper]) part?.close()
    this.#resize.disconnect()
    this.#heights?.disconnect()
    for (const element of [view, jump.element, this.#voice.element]) element.remove()
    this.#driver = this.#drawing = this.#broken = null
    this.viewport = { first: 0, end: 0 }
  }

  #build(geometry) {
    const root = this.getRootNode()
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
    const make = (name, role) => {
      const element = document.createElement("div")
      element.className = `paged-${name}`
      if (role) element.setAttribute("role", role)
      return element
    }
    const layout = this.getAttribute("layout") == "grid" ? "grid" : "list"
    const view = make("view", layout)
    view.tabIndex = 0
    view.setAttribute("aria-label", this.getAttribute("label") ?? "")
    const [space, body, sticky] = [make("space"), make("rows"), make("sticky")]
    const templates = {}
    for (const template of this.querySelectorAll(":scope > template[data-for]")) templates[template.dataset.for] ??= template
    // An image that comes late, or larger text, moves the rows below it before anybody sees them overlap.
    this.#heights = geometry.isMeasured ? new ResizeObserver(() => this.#drawing.restack()) : null
    const rows = new Rows(body, templates, layout == "grid" ? "row" : "listitem", this.#heights)
    rows.fill = this.#filler
    this.style.setProperty("--paged-row-height", geometry.isMeasured ? "auto" : `${geometry.height}px`)
    this.style.setProperty("--paged-section-height", `${geometry.headerHeight}px`)
    const header = rows.header()
    sticky.append(header)
    view.append(sticky, space, body)
    const jump = new JumpBar(this)
    const scroller = new Scroller(view, space, geometry, {
      draw: () => this.#drawing.draw(true), rested: () => this.#rested(),
    })
    const keys = new Keys(this, view)
    const notices = new Notices(this, view, sticky, rows)
    this.#keeper = new PlaceKeeper(this)
    this.#drawing = new Drawing(this, { view, sticky, header, rows, notices, geometry, scroller, keys, jump }, {
      place: this.#keeper.place, moved: (range) => {
        this.#voice.moved()
        this.#tell("viewport", range)
      },
    })
    this.#voice = new Voice(this, this.#drawing, make("live", "status"))
    this.append(view, jump.element, this.#voice.element)
    view.addEventListener("click", (event) => event.target.closest("[data-retry]") && this.retry())
    this.#resize = new ResizeObserver(() => this.#drawing.layout())
    this.#resize.observe(view)
  }

  #rested() {
    const { rows, scroller } = this.#drawing
    rows.sort()
    this.#drawing.layout()
    this.#keeper.keep(scroller.anchor)
  }

  // Commands

  refresh() {
    if (this.#driver) this.#driver.hasRefreshed = true
    return this.machine?.refresh(performance.now())
  }
  reload() { return this.machine?.reload(performance.now()) }
  loadMore() { return this.machine?.loadMore(performance.now()) }
  retry() {
    if (this.#broken) return void this.#begin()
    this.#driver?.defects.clear()
    this.machine?.retry(performance.now())
    this.#drawing?.later()
  }
  // Fills the rows on screen anew: what `fill` shows besides items is another.
  redraw() {
    this.#drawing?.rows.redraw()
    this.#drawing?.later()
  }
  pin(row) { this.machine?.pin(Math.max(0, row), row + 1) }

  // Brings a row into view: "start", "center", "end", or where it is nearest. Whoever scrolls step by step, and knows at
  // which row that will come to rest, says so with `landing`.
  scrollToRow(row, { align = "start", focus = false, landing = -1 } = {}) {
    const drawing = this.#drawing
    drawing?.hurry()
    if (!drawing?.geometry.count) return
    const { geometry, scroller } = drawing
    row = Math.min(geometry.count - 1, Math.max(0, Math.trunc(row)))
    const header = geometry.isStart(row) ? 0 : geometry.headerHeight
    const above = geometry.distance(scroller.anchor, row) - header
    const below = geometry.view - header - geometry.boxHeight(row)
    if (align == "nearest" && !(above < 0)) align = above <= below ? "stay" : "end"
    const share = { center: 0.5, end: 1 }[align] ?? 0
    // Said as a goal, since heights become known only when rows are drawn there.
    const goal = () => geometry.moved({ row, offset: 0 }, -header - share * (geometry.view - header - geometry.boxHeight(row)))
    drawing.landing = landing
    if (align != "stay") scroller.go(goal)
    drawing.landing = -1
    if (focus) this.focusRow(row)
  }
  scrollToSection(index, options) {
    const row = this.#drawing.geometry.starts[index]
    if (row !== undefined) this.scrollToRow(row, options)
  }
  focusRow(row) {
    this.scrollToRow(row, { align: "nearest" })
    this.#drawing.element(row)?.focus({ preventScroll: true })
  }

  // What the machine tells

  #updated(change) {
    if (!this.machine) return
    if (change?.oldCount > 0 && change.removed.length + change.inserted.length + change.moved.length) {
      this.#drawing.follow(new RowMoves(change), change.oldCount)
    }
    this.#drawing.later()
  }
  #loaded(first, count) {
    this.#tell("load", { first, count })
    this.#voice.loaded()
    this.#drawing.later()
  }
  #finished(job, failed) {
    this.#tell("finished", { job, failed, error: failed ? this.#driver.reason() : null })
    this.#drawing.later()
  }
  #failed(error, what, first, end) {
    this.#tell("error", { error, what, first, end })
    this.#voice.say()
    this.#drawing.later()
  }
  #tell(name, detail) { this.dispatchEvent(new CustomEvent(`paged-list:${name}`, { detail, bubbles: true, composed: true })) }
}

globalThis.customElements?.define("paged-list", PagedList)
