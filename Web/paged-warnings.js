// Warnings about answers whose rows are shown all the same, each kind once.

import { defect } from "./paged-defects.js"

// How many different defects of rows are remembered; a list that has told that many tells no more.
const mostTold = 200

export class AnswerWarnings {
  #told = new Set()
  #defects = new Set()

  // `tell(error, what, first, end)`.
  constructor(machine, items, tell) { Object.assign(this, { machine, items, tell }) }

  #once(key, message, first, end, what = "answer", told = this.#told) {
    if (told.has(key) || told.size >= mostTold) return
    told.add(key)
    this.tell(new Error(message), what, first, end)
  }
  // Defects of rows may be told again, as these are asked for again.
  forget() { this.#defects.clear() }

  // A defect that the machine found in a row, or in the list without one: no request failed, so nothing else reports it.
  ofRow(row, first, end) {
    const why = this.machine.failure(row)
    const message = why && defect(why)
    if (message) this.#once(message, message, first, end, "rows", this.#defects)
  }
  ofTotal(message, first, end) { this.#once("total", message, first, end) }

  // Identities that are missing or repeat. Where two rows share one it says nothing: rows are told apart by their places from then on,
  // and all of them are shown. In a list that never changes (`isStill`) that is so for rows of two pages too.
  ofIdentities(rows, first, isStill) {
    const { items, items: { itemID }, machine } = this
    const places = new Map()
    const end = first + rows.length
    for (const [index, item] of rows.entries()) {
      if (!items.identifies) return
      const key = items.key(item)
      if (key === undefined) {
        const kind = item?.[itemID] == null ? "" : "text or number as its "
        this.#once("missing", `row ${first + index + 1} has no ${kind}"${itemID}": name the field that tells rows apart with item-id`, first, end)
        continue
      }
      const known = isStill && items.known(key) !== undefined ? machine.position(items.known(key)) : -1
      const other = places.has(key) ? first + places.get(key) : known >= 0 && known != first + index ? known : -1
      if (other >= 0) {
        items.identifies = false
        const hint = isStill && !places.has(key) ? ", or say with behavior that rows come and go" : ""
        this.#once(
          "repeated", `rows ${other + 1} and ${first + index + 1} both have ${JSON.stringify(key)} as their ${itemID}: name the field that ` +
          `tells rows apart with item-id${hint}`, first, end)
      }
      places.set(key, index)
    }
  }
}
