// Small numbers for what servers say and the machine only compares: cursors, and versions of the list.

// Versions that are remembered, the ones used last: in a list that is listened to each change has one. The machine asks for what happened
// since a recent one; of any other the server cannot tell much either.
const versionsKept = 200
// Cursors that are remembered: those of five million rows, in pages of 50.
const cursorsKept = 100_000

class NumberedNames {
  #numbers = new Map()
  #names = new Map()

  constructor(kept) { this.kept = kept }

  number(name, next) {
    const key = String(name)
    const number = this.#numbers.get(key) ?? next()
    this.#numbers.delete(key)
    this.#numbers.set(key, number)
    this.#names.set(number, name)
    if (this.#numbers.size > this.kept) {
      const [oldest, itsNumber] = this.#numbers.entries().next().value
      this.#numbers.delete(oldest)
      this.#names.delete(itsNumber)
    }
    return number
  }
  name(number) { return this.#names.get(number) }
  get size() { return this.#numbers.size }
}

export class Names {
  #last = 0
  #next = () => this.#last++
  #versions = new NumberedNames(versionsKept)
  #cursors = new NumberedNames(cursorsKept)

  versionNumber(version) { return this.#versions.number(version, this.#next) }
  cursorNumber(cursor) { return this.#cursors.number(cursor, this.#next) }
  // `undefined` for one that has been forgotten.
  version(number) { return this.#versions.name(number) }
  cursor(number) { return this.#cursors.name(number) }
  get size() { return this.#versions.size + this.#cursors.size }
}
