// The page that `paging serve` shows: a chooser of lists, the list, and what its planner does.

import "./paged-list.js"
import { Panel } from "./page-panel.js"
import { SlowNetwork } from "./page-network.js"
import { formats, orderTitle, reversed, sortName, templates, titleOf, weigh } from "./page-rows.js"

const by = (id) => document.getElementById(id)
const format = new Intl.NumberFormat()
const network = new SlowNetwork()
const panel = new Panel(by("panel"), network)
let lists = []
let list

const option = (value, text) => Object.assign(document.createElement("option"), { value, textContent: text })
const asked = () => new URLSearchParams(location.search)

async function begin() {
  try {
    const answer = await fetch("/lists", { headers: { Accept: "application/json" } })
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
    lists = await answer.json()
  } catch (error) {
    return fail(`The lists cannot be read: ${error.message}.`, true)
  }
  if (!lists.length) return fail("The database has no tables.")
  by("lists").replaceChildren(...lists.map((one) => option(one.name, one.name)))
  show()
}

function say(text) { by("shown").textContent = text }

// Says in the middle of the page why there is no list.
function fail(text, mayRetry) {
  say("")
  const message = Object.assign(document.createElement("p"), { className: "nothing", textContent: text })
  message.setAttribute("role", "status")
  by("place").replaceChildren(message)
  if (!mayRetry) return
  const retry = Object.assign(document.createElement("button"), { type: "button", textContent: "Retry" })
  retry.addEventListener("click", begin)
  message.append(retry)
}

// Shows the list that the address names, in its order and with its sections.
function show() {
  const wanted = asked()
  const shown = lists.find((one) => one.name == wanted.get("list")) ?? lists.find((one) => one.name == "unicode") ?? lists[0]
  const indexed = shown.columns.filter((one) => one.indexed).map((one) => one.name)
  const orders = [...indexed.map(sortName), ...(shown.orders ?? []).filter((one) => one.includes(","))]
  by("sort").replaceChildren(option("", "List order"), ...orders.flatMap((one) => [one, reversed(one)]).map((one) => option(one, orderTitle(one))))
  by("group").replaceChildren(option("none", "None"), ...indexed.map((name) => option(name, `By ${titleOf(name).toLowerCase()}`)))
  const group = wanted.get("group") ?? (indexed.includes("letter") ? "letter" : "none")
  by("lists").value = shown.name
  by("sort").value = wanted.get("sort") ?? ""
  by("group").value = group
  by("searching").hidden = !shown.searched?.length
  const search = shown.searched?.length ? wanted.get("search") ?? "" : ""
  if (by("search").value != search) by("search").value = search
  for (const id of ["sort", "group"]) if (by(id).selectedIndex < 0) by(id).selectedIndex = 0
  document.title = `${shown.name} · swift-paging`
  by("row").max = shown.count ?? ""
  put(shown, by("sort").value, by("group").value, search)
}

function put(shown, sort, group, search) {
  const query = new URLSearchParams()
  if (group != "none") query.set("groupBy", group)
  if (search) query.set("search", search)
  const attributes = {
    src: query.size ? `${shown.url}?${query}` : shown.url, dialect: "offset", sort: sort || null, layout: "grid", selectable: "multiple",
    "row-height": Math.round(44 / 15 * parseFloat(getComputedStyle(document.documentElement).fontSize)), "section-height": 34,
    label: `Rows of ${shown.name}`, live: by("live").value ? "" : null,
    "item-id": shown.key?.length == 1 ? shown.key[0] : null,
    sections: group == "none" ? null : `${shown.url}?${query}&metadataOnly`,
    length: group == "none" && !search && !by("live").value && shown.count ? shown.count : null,
  }
  const key = `${shown.name} ${group}`
  if (list?.dataset.key != key) attributes["data-key"] = key
  const isNew = attributes["data-key"] !== undefined
  // The same rows in another order, or fewer of them: those that are shown stay until these come.
  const element = isNew ? document.createElement("paged-list") : list
  for (const [name, value] of Object.entries(attributes)) {
    if (value == null) element.removeAttribute(name)
    else if (element.getAttribute(name) != value) element.setAttribute(name, value)
  }
  if (!isNew) return range()
  list = element
  list.formats = formats(shown.columns)
  list.append(...templates(shown.columns))
  list.fetch = (url, options) => network.fetch(url, options)
  const widths = (sample) => {
    const all = weigh(shown, sample)
    for (const [name, value] of Object.entries(all)) by("table").style.setProperty(name, value)
    list.columnWidths = all.tracks
  }
  widths([])
  list.addEventListener("paged-list:load", ({ detail }) => {
    const sample = Array.from({ length: Math.min(40, detail.count) }, (_, index) => list.item(detail.first + index)).filter(Boolean)
    widths(sample)
  }, { once: true })
  list.addEventListener("paged-list:viewport", range)
  list.addEventListener("paged-list:load", range)
  list.addEventListener("paged-list:selection", range)
  list.addEventListener("paged-list:sort", (event) => {
    event.preventDefault()
    choose({ sort: event.detail.sort })
  })
  list.addEventListener("paged-list:error", ({ detail }) => {
    const isMute = detail.error.message.includes("paging.changes")
    by("state").textContent = isMute ? `Changes of this list are not told: paging log DATABASE ${shown.name}` : ""
  })
  by("place").replaceChildren(list)
  panel.watch(list)
  range()
}

// Says which rows are on screen, in the frame after they are: to be scrolled comes first.
function range() { isSaying ||= requestAnimationFrame(sayRange) }
let isSaying
function sayRange() {
  isSaying = null
  const { first, end } = list.viewport
  const numbers = [first + 1, Math.min(end, list.count), list.count].map((one) => format.format(one))
  const selected = list.selection.reduce((sum, [first, end]) => sum + end - first, 0)
  const chosen = selected ? ` · ${format.format(selected)} selected` : ""
  say(list.count ? `${numbers[0]} – ${numbers[1]} of ${numbers[2]}${chosen}` : list.phase == "failed" ? "Nothing could be loaded." : "…")
}

// The address follows what is chosen, so that going back shows what was there.
function choose(change) {
  const wanted = asked()
  for (const [name, value] of Object.entries(change)) value ? wanted.set(name, value) : wanted.delete(name)
  history.pushState(null, "", wanted.size ? `?${wanted}` : location.pathname)
  show()
}

by("controls").addEventListener("submit", (event) => event.preventDefault())
by("lists").addEventListener("change", () => choose({ list: by("lists").value, sort: null, group: null, search: null }))
by("sort").addEventListener("change", () => choose({ sort: by("sort").value }))
by("group").addEventListener("change", () => choose({ group: by("group").value }))
by("network").addEventListener("change", () => {
  const [latency, loss] = by("network").value.split(" ").map(Number)
  Object.assign(network, { latency, loss })
  list?.retry()
})
by("row").addEventListener("change", () => by("row").value && list?.scrollToRow(by("row").value - 1, { focus: true }))
by("developer").addEventListener("click", () => {
  const isOpen = panel.toggle()
  by("developer").setAttribute("aria-pressed", isOpen)
  by("controls").toggleAttribute("data-developer", isOpen)
})
addEventListener("popstate", show)
// Typing searches as it goes; the address keeps what was searched for last.
by("search").addEventListener("input", () => {
  const wanted = asked()
  by("search").value ? wanted.set("search", by("search").value) : wanted.delete("search")
  history.replaceState(null, "", wanted.size ? `?${wanted}` : location.pathname)
  show()
})
by("live").addEventListener("change", show)
by("more").addEventListener("click", () => {
  const isOpen = by("controls").toggleAttribute("data-open")
  by("more").setAttribute("aria-expanded", isOpen)
})
begin()
