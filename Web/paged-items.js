// The items of a list, each with a small number that the machine knows it by: the same for the same identity for as long as it is held.

import { identity } from "./paged-source.js"

// Items that the machine has evicted are kept until there are this many times the budget.
const slack = 2

export class Items {
  #items = new Map()
  #numbers = new Map()
  #last = 0
  // Whether items are told apart by their identities.
  identifies = true

  constructor(itemID, budget) { Object.assign(this, { itemID, budget }) }

  get size() { return Math.max(this.#items.size, this.#numbers.size) }
  get(number) { return this.#items.get(number) }
  // An item's identity; `undefined` where it has none that tells it apart.
  key(item) { return this.identifies ? identity(item, this.itemID) : undefined }
  // The number of an identity that is held.
  known(key) { return this.#numbers.get(key) }
  // A number for an identity that is not held.
  passing() { return this.#last++ }

  number(item) {
    const key = this.key(item)
    let number = key === undefined ? undefined : this.#numbers.get(key)
    if (number === undefined) {
      number = this.#last++
      if (key !== undefined) this.#numbers.set(key, number)
    }
    this.#items.set(number, item)
    return number
  }

  // Forgets the items that the machine has evicted, when there are many.
  tidy(machine, arrived) {
    if (!this.budget || this.#items.size <= slack * this.budget + arrived) return
    const kept = new Map()
    for (const [first, end] of machine.loadedRanges()) {
      for (let row = first; row < end; row++) {
        const number = machine.identifier(row)
        kept.set(number, this.#items.get(number))
      }
    }
    for (const number of machine.rememberedNumbers()) if (this.#items.has(number)) kept.set(number, this.#items.get(number))
    this.#items = kept
    this.#numbers = new Map()
    for (const [number, item] of kept) {
      const key = identity(item, this.itemID)
      if (key !== undefined) this.#numbers.set(key, number)
    }
  }
}
