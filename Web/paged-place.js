// The reader's place in a list, kept in the entry of the session's history: going back and forward leads to it. Two lists with
// one address each have a place: by their ids, or else by the order in which they came.

import { inner } from "./paged-inner.js"

const taken = new Set()

// Browsers allow no more than some changes of the history in a while: until then the place that was kept last is kept.
const replaceState = (state) => {
  try {
    history.replaceState(state, "")
  } catch {}
}

const freeName = ({ id, src, sort }) => {
  const name = (number) => `paged-list ${src}${sort ? ` by ${sort}` : ""}${id ? ` ${id}` : number ? ` ${number}` : ""}`
  let number = 0
  while (!id && taken.has(name(number))) number++
  return name(number)
}
// Where the reader was in a list that has no view yet.
export const keptPlace = (list) => history.state?.[freeName(list)]
// Where such a list will begin. One that was left at its end is shown from there.
export const placeOf = (list, kept = keptPlace(list)) => kept && !kept.isEnd ? kept : list[inner].startingPlace

export class PlaceKeeper {
  constructor(list) {
    this.name = freeName(list)
    this.list = list
    taken.add(this.name)
  }

  get #kept() { return history.state?.[this.name] }
  get place() { return placeOf(this.list, this.#kept ?? null) }

  keep({ row, offset }, isEnd) {
    const kept = this.#kept
    if (kept?.row === row && kept.offset === offset && !kept.isEnd == !isEnd) return
    replaceState({ ...history.state, [this.name]: { row, offset, ...isEnd && { isEnd } } })
  }

  // Rows that are asked for again later begin at the list's top.
  forget() {
    if (!this.#kept) return
    const { [this.name]: _, ...rest } = history.state
    replaceState(rest)
  }

  close() { taken.delete(this.name) }
}
