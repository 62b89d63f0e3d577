// <paged-list> as a component of React 18 and later: `import { PagedList } from "paged-list/react"`. Web/README.md shows its use.

import { createElement, forwardRef, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useReducer, useRef } from "react"
import { createPortal, flushSync } from "react-dom"
import "./paged-list.js"

// Properties of the component that are attributes of the element, and those that are its properties.
const attributes = [
  "src", "length", "rowHeight", "sectionHeight", "pageSize", "itemBudget", "itemId", "label", "layout", "live", "sort", "sortName", "selectable",
  "scroll", "sections", "dialect", "names", "firstPage", "startRow", "items", "total", "next", "version", "behavior", "ranking", "content",
]
const properties = ["source", "fetch", "isEqual", "words", "formats"]
const events = ["load", "error", "viewport", "finished", "selection", "activate", "sort", "columns", "copied"]
const attributeName = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const eventProperty = (name) => `on${name[0].toUpperCase()}${name.slice(1)}`

// On a server no effect is run, and React says so of this one.
const useEarlyEffect = globalThis.document ? useLayoutEffect : useEffect

// What React draws in rows: an element of its own in each, so that the list and React do not take away each other's.
class Hosts {
  #byRow = new Map()

  // `changed` is told that others are to be drawn.
  constructor(changed) { this.changed = changed }

  fill = (row, item, { row: position, isNew }) => {
    let host = this.#byRow.get(row)
    if (isNew || !host?.element.isConnected) {
      const element = document.createElement("div")
      element.style.display = "contents"
      row.append(element)
      host = { element, key: Hosts.#last++ }
      this.#byRow.set(row, host)
    }
    Object.assign(host, { item, position })
    this.changed()
  }
  static #last = 0

  get all() {
    for (const [row, { element }] of this.#byRow) if (!element.isConnected) this.#byRow.delete(row)
    return [...this.#byRow.values()]
  }
}

export const PagedList = forwardRef(function PagedList({ renderItem, children, className, style, id, ...given }, ref) {
  const list = useRef(null)
  const latest = useRef(given)
  latest.current = given
  const [, draw] = useReducer((count) => count + 1, 0)
  const hosts = useMemo(() => {
    let isDue = false
    // In the frame in which the list is drawn, once however many rows are filled; not while React renders.
    return new Hosts(() => {
      if (isDue) return
      isDue = true
      queueMicrotask(() => {
        isDue = false
        flushSync(draw)
      })
    })
  }, [])

  useImperativeHandle(ref, () => list.current, [])
  useEarlyEffect(() => { list.current.fill = renderItem ? hosts.fill : undefined }, [!renderItem])
  useEarlyEffect(() => {
    for (const name of properties) if (given[name] !== undefined && list.current[name] !== given[name]) list.current[name] = given[name]
  })
  useEffect(() => {
    const element = list.current
    const listeners = events.map((name) => [`paged-list:${name}`, (event) => latest.current[eventProperty(name)]?.(event)])
    for (const [name, listener] of listeners) element.addEventListener(name, listener)
    return () => { for (const [name, listener] of listeners) element.removeEventListener(name, listener) }
  }, [])

  const said = { ref: list, class: className, style, id }
  for (const name of attributes) if (given[name] != null && given[name] !== false) said[attributeName(name)] = given[name] === true ? "" : given[name]
  const rows = renderItem ? hosts.all.map(({ element, key, item, position }) => createPortal(renderItem(item, position), element, key)) : null
  return createElement("paged-list", said, children, rows)
})
