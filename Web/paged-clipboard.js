// Reads the rows that are selected, and copies them. Rows that are not loaded are asked for; a notice counts them, and Escape ends it.

import { countOf, mostRead } from "./paged-ranges.js"
import { ListChanged, RowReader } from "./paged-reading.js"
import { csvOf, textOf } from "./paged-copy.js"

// Times that rows are read again, where the list changed meanwhile.
const attempts = 3

// Copies the text that is marked in rows with the mouse, a line each: browsers break no line between elements that are out of the flow.
const copyMarked = (event) => {
  const marked = getSelection()
  const rows = [...event.currentTarget.querySelectorAll(".paged-row:not([hidden])")].filter((row) => marked.containsNode(row, true))
  if (rows.length < 2) return
  const { startContainer, startOffset, endContainer, endOffset } = marked.getRangeAt(0)
  const lines = rows.sort((one, other) => one.known.row - other.known.row).map((row) => {
    const part = document.createRange()
    part.selectNodeContents(row)
    if (row.contains(startContainer)) part.setStart(startContainer, startOffset)
    if (row.contains(endContainer)) part.setEnd(endContainer, endOffset)
    const cells = [...part.cloneContents().childNodes].map((node) => node.textContent.trim())
    return cells.filter(Boolean).join("\t")
  })
  event.clipboardData.setData("text/plain", lines.join("\n"))
  event.preventDefault()
}

// The field that a column shows.
const fieldOf = ({ dataset }) => dataset.field ?? dataset.sort

export class Clipboard {
  // A text about the work under way, where that takes a while.
  progress = null
  #reading = null

  // `tell(name, detail)` sends an event, `say(text)` is heard by screen readers, `later()` draws.
  constructor(list, view, { selection, templates, tell, say, later }) {
    Object.assign(this, { list, selection, templates, tell, say, later })
    view.addEventListener("copy", (event) => this.#copied(event))
    view.addEventListener("keydown", (event) => event.key == "Escape" && this.close())
  }

  close() { this.#reading?.abort() }

  // Of the template for items, and where an app draws these itself, of the columns that name one.
  get #fields() {
    const shown = this.templates.part("item").fields.map(([, path]) => path)
    return shown.length ? shown : this.#columns.map(fieldOf).filter(Boolean)
  }
  get #columns() { return this.templates.part("columns").nodes.filter((node) => node.nodeType == 1) }
  get #titles() {
    const all = this.#columns
    const shown = this.templates.part("item").fields.length ? all : all.filter(fieldOf)
    return shown.map((node) => node.textContent.trim())
  }

  // Rows, each with its number: those of some ranges, or those that are selected.
  async rows(ranges) {
    this.close()
    const abort = (this.#reading = new AbortController())
    const reader = new RowReader(this.list, (done, count) => {
      this.progress = this.list.words.copying(done, count)
      this.later()
    })
    try {
      return await (ranges ? this.#read(reader, ranges, abort.signal) : this.#readSelected(reader, abort.signal))
    } finally {
      if (this.#reading == abort) this.#reading = null
      this.progress = null
      this.later()
    }
  }
  #read(reader, ranges, signal) {
    reader.check(ranges)
    return reader.isLoaded(ranges) ? reader.loaded(ranges) : reader.read(ranges, signal)
  }
  async #readSelected(reader, signal) {
    const { selection } = this
    if (!selection) return []
    reader.check(selection.ranges)
    if (reader.isLoaded(selection.shown)) return reader.loaded(selection.shown)
    for (let attempt = 1; ; attempt++) {
      try {
        await selection.confirm(signal)
        const rows = await reader.read(selection.between, signal)
        if (!selection.isSettled) throw new ListChanged()
        return rows.filter(([row, item]) => selection.takes(item, row))
      } catch (error) {
        if (!(error instanceof ListChanged) || attempt == attempts) throw error
        selection.markStale()
      }
    }
  }

  async text(ranges, format = "text") {
    if (!["text", "csv"].includes(format)) throw new RangeError(`rows cannot be copied as "${format}": the formats are text and csv`)
    const rows = await this.rows(ranges)
    return format == "csv" ? csvOf(rows, this.#fields, this.#titles) : textOf(rows, this.#fields)
  }

  #copied(event) {
    const { selection, list, tell } = this
    if (event.target.closest("input, textarea")) return
    if (!getSelection().isCollapsed) return copyMarked(event)
    if (!selection?.ranges.length) return
    event.preventDefault()
    const copied = (count) => {
      this.say(list.words.copied(count))
      tell("copied", { count })
    }
    const [{ shown }, reader] = [selection, new RowReader(list)]
    const count = countOf(shown)
    if (count <= mostRead && reader.isLoaded(shown)) {
      event.clipboardData.setData("text/plain", textOf(reader.loaded(shown), this.#fields))
      return copied(count)
    }
    const rows = this.rows()
    // The browser lets a page write what it is promised while the reader's key counts.
    const blob = rows.then((all) => new Blob([textOf(all, this.#fields)], { type: "text/plain" }))
    navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]).then(async () => copied((await rows).length), async (refused) => {
      const error = await rows.then(() => refused, (why) => why)
      if (error.name == "AbortError") return
      this.say(list.words.copyFailed(error.message))
      tell("error", { what: "copy", error })
    })
  }
}
