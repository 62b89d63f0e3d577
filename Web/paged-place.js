// The reader's place in a list, kept in the entry of the session's history: going back and forward leads to it. Two lists with
// one address each have a place: by their ids, or else by the order in which they came.

const taken = new Set()

export class PlaceKeeper {
  constructor({ id, src, sort }) {
    const name = (number) => `paged-list ${src}${sort ? ` by ${sort}` : ""}${id ? ` ${id}` : number ? ` ${number}` : ""}`
    let number = 0
    while (!id && taken.has(name(number))) number++
    this.name = name(number)
    taken.add(this.name)
  }

  get place() { return history.state?.[this.name] }

  keep({ row, offset }) {
    const { place } = this
    // Browsers allow no more than some changes of the history in a while.
    if (place?.row === row && place.offset === offset) return
    history.replaceState({ ...history.state, [this.name]: { row, offset } }, "")
  }

  close() { taken.delete(this.name) }
}
