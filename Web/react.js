// <paged-list> as a component of React 18 and later: `import { PagedList } from "paged-list/react"`. Web/README.md shows its use.

import { createElement, forwardRef, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useReducer, useRef, useSyncExternalStore } from "react"
import { createPortal, flushSync } from "react-dom"
import { eventProperty, Hosts, listen, others, set, written } from "./hosts.js"
import "./paged-list.js"

// On a server no effect is run, and React says so of this one.
const useEarlyEffect = globalThis.document ? useLayoutEffect : useEffect

const never = () => () => {}

export const PagedList = forwardRef(function PagedList({ renderItem, children, className, ...given }, ref) {
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
  useEarlyEffect(() => set(list.current, given))
  useEffect(() => listen(list.current, (name, event) => latest.current[eventProperty(name)]?.(event)), [])

  // Until React has taken over the markup of a server.
  const hydrate = useSyncExternalStore(never, () => undefined, () => "")
  const said = { hydrate, ref: list, class: className, ...others(given), ...written(given) }
  const rows = renderItem ? hosts.all.map(({ element, key, item, position }) => createPortal(renderItem(item, position), element, key)) : null
  return createElement("paged-list", said, children, rows)
})
