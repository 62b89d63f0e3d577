// The reader's place in a list, kept in the entry of the session's history: going back and forward leads to it. Two lists with
// one address each have a place: by their ids, or else by the order in which they came.

import { inner } from "./paged-inner.js"

const taken = new Set()

const freeName = ({ id, src, sort }) => {
  const name = (number) => `paged-list ${src}${sort ? ` by ${sort}` : ""}${id ? ` ${id}` : number ? ` ${number}` : ""}`
  let number = 0
  while (!id && taken.has(name(number))) number++
  return name(number)
}
// Where a list will begin that has no view yet.
export const placeOf = (list) => history.state?.[freeName(list)] ?? list[inner].startingPlace

export class PlaceKeeper {
  constructor(list) {
    this.name = freeName(list)
    this.start = list[inner].startingPlace
    taken.add(this.name)
  }

  get #kept() { return history.state?.[this.name] }
  get place() { return this.#kept ?? this.start }

  keep({ row, offset }) {
    const kept = this.#kept
    // Browsers allow no more than some changes of the history in a while.
    if (kept?.row === row && kept.offset === offset) return
    history.replaceState({ ...history.state, [this.name]: { row, offset } }, "")
  }

  // What is asked for again later begins at its top.
  forget() {
    if (!this.#kept) return
    const { [this.name]: _, ...rest } = history.state
    history.replaceState(rest, "")
  }

  close() { taken.delete(this.name) }
}
