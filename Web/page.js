// The page that `paging serve` shows: a chooser of lists, the list, and what its planner does.

import "./paged-list.js"
import { Panel } from "./page-panel.js"
import { SlowNetwork } from "./page-network.js"
import { templates, weigh } from "./page-rows.js"

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
    return say(`The lists cannot be read: ${error.message}.`)
  }
  if (!lists.length) return say("The database has no tables.")
  by("lists").replaceChildren(...lists.map((one) => option(one.name, one.name)))
  show()
}

function say(text) { by("shown").textContent = text }

// Shows the list that the address names, in its order and with its sections.
function show() {
  const wanted = asked()
  const shown = lists.find((one) => one.name == wanted.get("list")) ?? lists.find((one) => one.name == "unicode") ?? lists[0]
  const indexed = shown.columns.filter((one) => one.indexed).map((one) => one.name)
  by("sort").replaceChildren(option("", "as it is"), ...indexed.flatMap((name) => [option(name, `${name} ↑`), option(`-${name}`, `${name} ↓`)]))
  by("group").replaceChildren(option("none", "none"), ...indexed.map((name) => option(name, `by ${name}`)))
  const group = wanted.get("group") ?? (indexed.includes("letter") ? "letter" : "none")
  by("lists").value = shown.name
  by("sort").value = wanted.get("sort") ?? ""
  by("group").value = group
  for (const id of ["sort", "group"]) if (by(id).selectedIndex < 0) by(id).selectedIndex = 0
  document.title = `${shown.name} · swift-paging`
  by("row").max = shown.count ?? ""
  put(shown, by("sort").value, by("group").value)
}

function put(shown, sort, group) {
  const query = new URLSearchParams()
  if (group != "none") query.set("groupBy", group)
  const sections = `${shown.url}?${query}&metadataOnly`
  // Commas stand between names here, so the one in a name is encoded twice.
  if (sort) query.set("sort", sort.replaceAll("%", "%25").replaceAll(",", "%2C"))
  const before = list
  list = document.createElement("paged-list")
  const attributes = {
    src: query.size ? `${shown.url}?${query}` : shown.url, "row-height": 44, "section-height": 34, layout: "grid",
    label: `Rows of ${shown.name}`,
  }
  if (shown.key?.length == 1) attributes["item-id"] = shown.key[0]
  if (group != "none") attributes.sections = sections
  else if (shown.count) attributes.length = shown.count
  for (const [name, value] of Object.entries(attributes)) list.setAttribute(name, value)
  list.append(...templates(shown.columns, by("columns")))
  list.fetch = (url, options) => network.fetch(url, options)
  const widths = (sample) => {
    for (const [name, value] of Object.entries(weigh(shown, sample))) by("table").style.setProperty(name, value)
  }
  widths([])
  list.addEventListener("paged-list:load", ({ detail }) => {
    const sample = Array.from({ length: Math.min(40, detail.count) }, (_, index) => list.item(detail.first + index)).filter(Boolean)
    widths(sample)
  }, { once: true })
  list.addEventListener("paged-list:viewport", range)
  list.addEventListener("paged-list:load", range)
  before ? before.replaceWith(list) : by("place").replaceWith(list)
  panel.watch(list)
  range()
}

// Says which rows are on screen, in the frame after they are: to be scrolled comes first.
function range() { isSaying ||= requestAnimationFrame(sayRange) }
let isSaying
// What the columns were last aligned with.
let measured = {}

function sayRange() {
  isSaying = null
  const { first, end } = list.viewport
  if (measured.list != list || measured.count != list.count) alignColumns()
  const numbers = [first + 1, Math.min(end, list.count), list.count].map((one) => format.format(one))
  say(list.count ? `${numbers[0]} – ${numbers[1]} of ${numbers[2]}` : list.phase == "failed" ? "Nothing could be loaded." : "…")
}

// The address follows what is chosen, so that going back shows what was there.
function choose(change) {
  const wanted = asked()
  for (const [name, value] of Object.entries(change)) value ? wanted.set(name, value) : wanted.delete(name)
  history.pushState(null, "", wanted.size ? `?${wanted}` : location.pathname)
  show()
}

by("controls").addEventListener("submit", (event) => event.preventDefault())
by("lists").addEventListener("change", () => choose({ list: by("lists").value, sort: null, group: null }))
by("sort").addEventListener("change", () => choose({ sort: by("sort").value }))
by("group").addEventListener("change", () => choose({ group: by("group").value }))
by("network").addEventListener("change", () => {
  const [latency, loss] = by("network").value.split(" ").map(Number)
  Object.assign(network, { latency, loss })
  list?.retry()
})
by("row").addEventListener("change", () => by("row").value && list?.scrollToRow(by("row").value - 1, { focus: true }))
by("planner").addEventListener("click", () => {
  const isOpen = panel.toggle()
  by("planner").setAttribute("aria-pressed", isOpen)
})
addEventListener("popstate", show)
// The names of the columns stand above them, so they leave out the scroll bar as well, which comes with the rows.
function alignColumns() {
  const view = document.querySelector(".paged-view")
  measured = { list, count: list?.count }
  if (view) by("table").style.setProperty("--scroll-bar", `${view.offsetWidth - view.clientWidth}px`)
}
new ResizeObserver(alignColumns).observe(by("range"))
begin()
