// <paged-list>: a list of any size that scrolls as though every row were already there. Web/README.md shows its use.
//
// Attributes: src, length (rows, where that is known beforehand), row-height (pixels; absent where rows are to be measured),
// section-height, sort and sort-name (what rows are sorted by, and the parameter for that), selectable ("single" or "multiple"), page-size,
// live (where what happens to the list is told; without a value where its pages say so), item-budget, item-id, behavior, ranking and content (how the list changes while it is read:
// `natures`), label, layout ("list" or "grid"), sections (the address of a list of titles and counts), dialect, names, first-page,
// items, total, next, version (as in paged-source.js). A template each for data-for="item", "placeholder", "section", "columns", "failed"
// and "empty".
//
// Events: paged-list:load {first, count}, paged-list:error {error, what, first, end}, paged-list:viewport {first, end},
// paged-list:finished {job, failed, error}: what refresh, reload and loadMore return is over. What failed is "rows", "sections",
// "machine", "changes", "live", "copy" or "attribute"; of an "answer" something is wrong, and all that came is shown. paged-list:selection {ranges, count},
// paged-list:activate {row, item}: Enter, or a double click. paged-list:sort {sort}, before another order is asked for, which can be
// prevented; paged-list:columns {widths}; paged-list:copied {count}.

import { Columns } from "./paged-columns.js"
import { Copier, mostCopied } from "./paged-copy.js"
import { Drawing } from "./paged-drawing.js"
import { PagedDriver } from "./paged-driver.js"
import { Geometry, RowMoves } from "./paged-geometry.js"
import { JumpBar } from "./paged-jump.js"
import { Keys } from "./paged-keys.js"
import { loadListMachine } from "./list-machine.js"
import { Notices } from "./paged-notices.js"
import { PlaceKeeper } from "./paged-place.js"
import { PagedSource } from "./paged-source.js"
import { Rows, formats } from "./paged-rows.js"
import { Scroller } from "./paged-scroller.js"
import { Selection, rowOf } from "./paged-selection.js"
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
const sourceOptions = ["dialect", "live", "items", "total", "next", "version", "sections"]
// What of the view another value of builds it anew; with all others the old rows stay until new ones come.
const viewAttributes = ["row-height", "section-height", "layout", "selectable"]
// What an app may say of its list, the first being what is meant where it does not.
const natures = { behavior: ["fixed", "grows-on-top", "changes"], ranking: ["stable", "rebuilt"], content: ["fixed", "changes"] }

export class PagedList extends (globalThis.HTMLElement ?? Object) {
  static observedAttributes = [
    "src", "length", "page-size", "item-budget", "item-id", "label", "names", "first-page", "sort", "sort-name", ...viewAttributes,
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
    printed: (first, last, count) => `Rows ${first} to ${last} of ${count}; all others are left out here.`,
    copying: (done, count) => `Copying rows: ${done} of ${count}.`,
    copied: (count) => count == 1 ? "1 row copied." : `${count} rows copied.`,
    copyFailed: (message) => `Rows could not be copied: ${message}.`,
    ...this.words,
  }
  viewport = { first: 0, end: 0 }
  // Ways to show a field's value, by the names that `data-format` has: `(value, item) => text`.
  formats = {}

  constructor() {
    super()
    // Whatever was set before the element was defined hides what it has of that name.
    for (const name of ["source", "fill", "fetch", "label", "src", "sections", "formats", "sort"]) {
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
  get sort() { return this.getAttribute("sort") }
  set sort(sort) { this.#reflect("sort", sort) }
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
    document.addEventListener("visibilitychange", this.#looked)
    this.#templates.observe(this, { childList: true })
    this.#begin()
  }
  disconnectedCallback() {
    removeEventListener("online", this.#online)
    document.removeEventListener("visibilitychange", this.#looked)
    this.#templates.disconnect()
    this.#end()
  }
  attributeChangedCallback(name, old, value) {
    if (!this.isConnected || old === value) return
    if (name == "label") return this.#drawing?.view.setAttribute("aria-label", value ?? "")
    if (viewAttributes.includes(name) || name == "sections" && (old == null) != (value == null)) this.#isOther = true
    this.#begin()
  }
  // Whether the view itself is to be built anew.
  #isOther = false
  // Templates may come after the element, and be others later.
  #templates = globalThis.MutationObserver && new MutationObserver((changes) => {
    const isTemplate = (node) => node.nodeName == "TEMPLATE"
    if (!changes.some(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes].some(isTemplate))) return
    this.#isOther = true
    this.#begin()
  })
  #online = () => this.retry()
  // Nobody looks at a page in the background: what happens to the list is not listened to until somebody does again.
  #looked = () => {
    if (!this.machine || !this.hasAttribute("live")) return
    const { first, end } = this.viewport
    if (document.visibilityState == "hidden") this.machine.lookAway(performance.now())
    else this.machine.viewport(performance.now(), first, end)
  }

  #driver
  #drawing
  #voice
  #resize
  #print
  #heights
  #keeper
  #start = 0

  // Begins anew with what the attributes say; once, however many of them were changed.
  async #begin() {
    const start = ++this.#start
    await null
    if (start != this.#start || !this.isConnected || !(this.src || this.source)) return
    const number = (name) => (this.hasAttribute(name) ? Math.max(1, +this.getAttribute(name) || 0) : undefined)
    if (this.#isOther || !this.#driver) {
      this.#isOther = false
      this.#end()
      const height = number("row-height")
      const geometry = new Geometry(height ?? 40, height === undefined)
      geometry.headerHeight = this.hasAttribute("sections") ? number("section-height") ?? 32 : 0
      this.#build(geometry)
    }
    this.#next?.close()
    this.#next = null
    this.#drawing.columns?.mark()
    try {
      const nature = this.#nature()
      const changes = Object.entries(nature).some(([name, value]) => value != natures[name][0])
      const options = { length: number("length"), pageSize: number("page-size") ?? 50 }
      const source = this.source ?? this.#pagedSource(options)
      const factory = await machine(changes ? "paging-changing.wasm" : "paging.wasm")
      if (start != this.#start || !this.isConnected) return
      const driver = new PagedDriver(factory, source, {
        pageSize: options.pageSize, itemBudget: number("item-budget") ?? 5000, itemID: this.getAttribute("item-id") ?? "id",
        seed: Math.floor(Math.random() * 2 ** 31), changes, ...nature,
      }, {
        update: (change) => driver == this.#driver && this.#updated(change),
        loaded: (first, count) => {
          this.#take(driver)
          this.#loaded(first, count)
        },
        failed: (...all) => {
          if (driver.machine.phase == "failed") this.#take(driver)
          this.#failed(...all)
        },
        finished: (job, failed) => this.#finished(job, failed),
      })
      if (this.#driver) return this.#await(driver)
      this.#driver = driver
    } catch (error) {
      if (start != this.#start) return
      if (this.#driver) {
        const { geometry } = this.#drawing
        this.#end()
        this.#build(geometry)
      }
      this.#broken = error
      this.#failed(error, "machine")
      this.#drawing.layout()
      return
    }
    this.#drawing.layout()
  }
  // The rows that are shown stay until the next list's have come.
  #next = null
  #await(driver) {
    const { geometry, view } = this.#drawing
    this.#next = driver
    view.setAttribute("aria-busy", "true")
    view.dataset.old = ""
    driver.machine.viewport(performance.now(), 0, Math.max(1, Math.ceil(geometry.view / geometry.height)))
  }
  #take(driver) {
    if (driver != this.#next) return
    this.#next = null
    this.#driver.close()
    this.#driver = driver
    this.#keeper.close()
    this.#keeper = new PlaceKeeper(this)
    this.viewport = { first: 0, end: 0 }
    delete this.#drawing.view.dataset.old
    this.#drawing.renew(this.#keeper.place)
  }
  // Why there is no list at all, where its machine or its source could not be made.
  #broken = null

  #pagedSource(options) {
    for (const name of [...sourceOptions, "sort"]) options[name] = this.getAttribute(name) ?? undefined
    options.sortName = this.getAttribute("sort-name") ?? undefined
    options.names = this.getAttribute("names")?.split(" ")
    options.firstPage = +(this.getAttribute("first-page") ?? 1)
    options.fetch = (...all) => (this.fetch ?? fetch)(...all)
    return new PagedSource(this.src, options)
  }

  // What the attributes say of how the list changes. A word that there is not is told, and the first taken for it.
  #nature() {
    return Object.fromEntries(Object.entries(natures).map(([name, words]) => {
      // A list that is listened to changes.
      const said = this.getAttribute(name) ?? (this.hasAttribute("live") && name != "ranking" ? "changes" : words[0])
      if (words.includes(said)) return [name, said]
      this.#tell("error", { what: "attribute", error: new Error(`${name}="${said}" is none of "${words.join('", "')}"; "${words[0]}" is taken for it`) })
      return [name, words[0]]
    }))
  }

  #end() {
    if (!this.#drawing) return
    const { view, jump, scroller } = this.#drawing
    this.#copying?.abort()
    for (const part of [this.#driver, this.#next, scroller, this.#voice, this.#drawing, this.#keeper]) part?.close()
    this.#resize.disconnect()
    this.#heights?.disconnect()
    for (const element of [view, jump.element, this.#print, this.#voice.element]) element.remove()
    this.#driver = this.#next = this.#drawing = this.#broken = null
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
    const templates = {}
    for (const template of this.querySelectorAll(":scope > template[data-for]")) templates[template.dataset.for] ??= template
    const selectable = this.getAttribute("selectable")
    const layout = this.getAttribute("layout") == "grid" || templates.columns || selectable != null ? "grid" : "list"
    const view = make("view", layout)
    view.tabIndex = 0
    view.setAttribute("aria-label", this.getAttribute("label") ?? "")
    const [space, body, sticky] = [make("space"), make("rows"), make("sticky")]
    // An image that comes late, or larger text, moves the rows below it before anybody sees them overlap.
    this.#heights = geometry.isMeasured ? new ResizeObserver(() => this.#drawing.restack()) : null
    const rows = new Rows(body, templates, layout == "grid" ? "row" : "listitem", this.#heights)
    rows.fill = this.#filler
    rows.formats = { ...formats, ...this.formats }
    this.style.setProperty("--paged-row-height", geometry.isMeasured ? "auto" : `${geometry.height}px`)
    this.style.setProperty("--paged-section-height", `${geometry.headerHeight}px`)
    const header = rows.header()
    sticky.append(header)
    const columns = templates.columns && new Columns(this, rows.part("columns"))
    if (columns) {
      rows.headers = 1
      view.append(columns.element)
    } else this.style.removeProperty("--paged-columns")
    view.append(sticky, space, body)
    const jump = new JumpBar(this, view)
    this.#print = make("print")
    // A screen reader hears the rows themselves.
    this.#print.setAttribute("aria-hidden", "true")
    const scroller = new Scroller(view, space, geometry, {
      draw: () => this.#drawing.draw(true), rested: () => this.#rested(),
    })
    const keys = new Keys(this, view)
    const selection = selectable == null ? null : new Selection(this, view, selectable, () => {
      this.#tell("selection", { ranges: selection.ranges, count: selection.count })
      this.#drawing?.later()
    })
    keys.selection = selection
    const notices = new Notices(this, view, sticky, rows)
    this.#keeper = new PlaceKeeper(this)
    this.#drawing = new Drawing(this, { view, sticky, header, rows, notices, geometry, scroller, keys, jump, columns, selection }, {
      place: this.#keeper.place, moved: (range) => {
        this.#voice.moved()
        this.#print.textContent = this.words.printed(range.first + 1, Math.min(range.end, this.count), this.count)
        this.#tell("viewport", range)
      },
    })
    this.#voice = new Voice(this, this.#drawing, make("live", "status"))
    this.append(view, jump.element, this.#print, this.#voice.element)
    view.addEventListener("click", (event) => event.target.closest("[data-retry]") && this.retry())
    view.addEventListener("dblclick", (event) => rowOf(event) >= 0 && !event.target.closest("a, button, input, select, textarea") && this.activate(rowOf(event)))
    view.addEventListener("copy", (event) => this.#copied(event))
    view.addEventListener("keydown", (event) => event.key == "Escape" && this.#copying?.abort())
    this.#resize = new ResizeObserver(() => this.#drawing.layout())
    this.#resize.observe(view)
    jump.observer = this.#resize
    if (columns) this.#resize.observe(columns.element)
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
  element(row) { return this.#drawing?.element(row) }
  activate(row) { if (this.item(row) !== undefined) this.#tell("activate", { row, item: this.item(row) }) }

  // Asks for another order: of a column's rising values, then its falling ones, then the list's own.
  sortBy(name) {
    const sort = { [name]: `-${name}`, [`-${name}`]: null }[this.sort ?? ""]
    const wanted = sort === undefined ? name : sort
    const event = new CustomEvent("paged-list:sort", { detail: { sort: wanted }, bubbles: true, composed: true, cancelable: true })
    if (this.dispatchEvent(event)) this.sort = wanted
  }
  get columnWidths() { return this.#drawing?.columns?.widths ?? [] }
  set columnWidths(widths) { if (this.#drawing?.columns) this.#drawing.columns.widths = widths }
  tellColumns() { this.#tell("columns", { widths: this.columnWidths }) }

  // The rows that are selected, as ranges, whether they are loaded or not.
  get selection() { return this.#drawing?.selection?.ranges ?? [] }
  set selection(ranges) { if (this.#drawing?.selection) this.#drawing.selection.ranges = ranges }

  // Rows as text, those that are selected where none are named: a line each, fields parted by tabs. Rows that are not loaded are asked for.
  async copyText(ranges = this.selection) {
    this.#copying?.abort()
    const abort = (this.#copying = new AbortController())
    try {
      return await this.#copier.read(ranges, abort.signal)
    } finally {
      if (this.#copying == abort) this.#copying = null
      this.progress = null
      this.#drawing?.later()
    }
  }
  // What is under way and takes a while, in words.
  progress = null
  #copying = null
  get #copier() {
    const fields = this.#drawing.rows.part("item").fields.map(([, path]) => path)
    return new Copier(this, fields, (done, count) => {
      this.progress = this.words.copying(done, count)
      this.#drawing?.later()
    })
  }
  #copied(event) {
    const ranges = this.selection
    if (!ranges.length || !getSelection().isCollapsed || event.target.closest("input, textarea")) return
    event.preventDefault()
    const count = ranges.reduce((sum, [first, end]) => sum + end - first, 0)
    const copied = () => {
      this.#voice?.tell(this.words.copied(count))
      this.#tell("copied", { count })
    }
    if (count <= mostCopied && this.#copier.isLoaded(ranges)) {
      event.clipboardData.setData("text/plain", this.#copier.text(ranges))
      return copied()
    }
    const text = this.copyText(ranges)
    // The browser lets a page write what it is promised while the reader's key counts.
    const blob = text.then((said) => new Blob([said], { type: "text/plain" }))
    navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]).then(copied, async (refused) => {
      const error = await text.then(() => refused, (why) => why)
      if (error.name == "AbortError") return
      this.#voice?.tell(this.words.copyFailed(error.message))
      this.#tell("error", { what: "copy", error })
    })
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
      // Where the view is scrolled to and where its rows are belong together, at any time that somebody may look.
      queueMicrotask(() => this.#drawing?.hurry())
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
