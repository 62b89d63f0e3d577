// The planner's panel: a map of what is loaded, its cost, the last requests.

// Milliseconds between two looks, while the panel is open.
const every = 250

// Rows of the map of what is near the screen.
const nearRows = 2000

const entries = [
  ["requests", "Requests"], ["cancellations", "Cancelled"], ["failures", "Failed"], ["rowsReceived", "Rows received"],
  ["latency", "Expected wait"], ["placeholderRowMilliseconds", "Placeholder time"],
]
const shown = {
  latency: (value) => `${Math.round(value)} ms`,
  placeholderRowMilliseconds: (value) => `${(value / 1000).toLocaleString(undefined, { maximumFractionDigits: 1 })} row-s`,
}

// The rows that a request asks for, read from its address, and its outcome.
const read = ({ url, outcome, time }) => {
  const query = new URL(url).searchParams
  const first = +query.get("offset")
  return { first, end: first + +query.get("limit"), isOfRows: query.has("offset"), isOfSections: query.has("metadataOnly"), outcome, time }
}

export class Panel {
  #list
  #values = new Map()

  constructor(element, network) {
    Object.assign(this, { element, network })
    this.map = element.querySelector("#map")
    this.near = element.querySelector("#near")
    const list = element.querySelector("dl")
    for (const [key, name] of entries) {
      const [term, value] = [document.createElement("dt"), document.createElement("dd")]
      term.textContent = name
      list.append(term, value)
      this.#values.set(key, value)
    }
  }

  watch(list) { this.#list = list }

  toggle() {
    const isOpen = this.element.hidden
    this.element.hidden = !isOpen
    clearInterval(this.timer)
    if (isOpen) {
      this.timer = setInterval(() => this.#draw(), every)
      this.#draw()
    }
    return isOpen
  }

  #draw() {
    const counters = this.#list?.counters
    if (!counters) return
    for (const [key, element] of this.#values) {
      element.textContent = (shown[key] ?? ((value) => value.toLocaleString()))(counters[key])
    }
    const requests = this.network.requests.map(read)
    this.#drawRequests(requests)
    this.#drawMap(requests)
  }

  #drawRequests(requests) {
    const lines = requests.map(({ first, end, isOfSections, outcome, time }) => {
      const line = document.createElement("li")
      const what = document.createElement("span")
      what.textContent = isOfSections ? "sections" : `${(first + 1).toLocaleString()} – ${end.toLocaleString()}`
      const how = document.createElement("span")
      how.textContent = outcome == "answered" ? `${Math.round(time)} ms` : outcome
      how.className = outcome.split(" ")[0]
      line.append(what, how)
      return line
    })
    this.element.querySelector("ol").replaceChildren(...lines)
  }

  // The whole list, where each mark can be seen however long it is; and what is near the screen, in true proportion.
  #drawMap(requests) {
    const { count, viewport } = this.#list
    this.#drawStrip(this.map, 0, Math.max(1, count), requests, true)
    const rows = Math.min(Math.max(1, count), nearRows)
    const first = Math.max(0, Math.min(count - rows, Math.round((viewport.first + viewport.end - rows) / 2)))
    this.#drawStrip(this.near, first, first + rows, requests, false)
    for (const [id, row] of [["last", count], ["nearFirst", first + 1], ["nearLast", first + rows]]) {
      this.element.querySelector(`#${id}`).textContent = row.toLocaleString()
    }
  }

  #drawStrip(map, from, to, requests, isWhole) {
    const list = this.#list
    const scale = devicePixelRatio
    const [width, height] = [map.clientWidth, map.clientHeight]
    if (map.width != Math.round(width * scale)) Object.assign(map, { width: Math.round(width * scale), height: Math.round(height * scale) })
    const context = map.getContext("2d")
    const color = (name) => getComputedStyle(this.element).getPropertyValue(name)
    const at = (row) => (row - from) / (to - from) * map.width
    const bar = (first, end, name, least, top = 0, bottom = 1) => {
      if (end <= from || first >= to) return
      const size = Math.max((isWhole ? least : 1) * scale, at(end) - at(first))
      context.fillStyle = color(name)
      context.fillRect(Math.min(at(first), map.width - size), top * map.height, size, (bottom - top) * map.height)
    }
    context.fillStyle = color("--well")
    context.fillRect(0, 0, map.width, map.height)
    for (const [first, end] of list.loadedRanges) bar(first, end, "--loaded", 4)
    for (const { first, end, isOfRows, outcome } of requests) {
      if (isOfRows && outcome == "under way") bar(first, end, "--asked", 8, 0, 1 / 3)
    }
    // Below what is loaded, which it would cover.
    bar(list.viewport.first, list.viewport.end, "--seen", 4, isWhole ? 2 / 3 : 0.8)
  }
}
