// First rows that a server rendered, as elements of class "paged-row" in the list's markup: they are shown until the list's own are drawn.

const rowsOf = (list) => [...list.querySelectorAll(":scope > .paged-row")]
export const markRendered = (list) => list.toggleAttribute("data-rendered", rowsOf(list).length > 0)

export class RenderedRows {
  #rows

  constructor(list) {
    this.#rows = rowsOf(list)
    this.list = list
  }

  // The list's own rows are drawn, or it is known why there are none: both change places within a frame.
  end() {
    if (!this.#rows.length) return
    for (const row of this.#rows.splice(0)) row.remove()
    this.list.removeAttribute("data-rendered")
  }
}
