// Which rows are selected: ranges of rows, loaded or not, which go along when others come, go or move.

// Ranges in order, none of which touch.
const joined = (ranges) => {
  const all = []
  for (const [first, end] of ranges.filter(([first, end]) => first < end).sort(([one], [other]) => one - other)) {
    const last = all.at(-1)
    if (last && first <= last[1]) last[1] = Math.max(last[1], end)
    else all.push([first, end])
  }
  return all
}

export class Selection {
  #ranges = []
  // The row from which a range is drawn, and what was selected before it.
  #from = -1
  #before = []

  // `mode`: "single" or "multiple". `changed` is called when other rows are selected.
  constructor(list, view, mode, changed) {
    Object.assign(this, { list, isMultiple: mode != "single", changed })
    if (this.isMultiple) view.setAttribute("aria-multiselectable", "true")
    view.addEventListener("mousedown", (event) => {
      // A range of rows is drawn, and not one of text.
      if (event.shiftKey && rowOf(event) >= 0) event.preventDefault()
    })
    view.addEventListener("click", (event) => this.#clicked(event))
  }

  get ranges() { return this.#ranges.map((range) => [...range]) }
  set ranges(ranges) {
    const most = this.list.count
    const wanted = joined(ranges.map(([first, end]) => [Math.max(0, Math.trunc(first)), Math.min(most, Math.trunc(end))]))
    if (JSON.stringify(wanted) == JSON.stringify(this.#ranges)) return
    this.#ranges = wanted
    this.changed()
  }
  get count() { return this.#ranges.reduce((sum, [first, end]) => sum + end - first, 0) }
  has(row) { return this.#ranges.some(([first, end]) => row >= first && row < end) }

  only(row) {
    this.#begin(row, [])
    this.ranges = [[row, row + 1]]
  }
  toggle(row) {
    if (!this.isMultiple) return this.has(row) ? this.clear() : this.only(row)
    const isSelected = this.has(row)
    const without = this.#ranges.flatMap(([first, end]) => row >= first && row < end ? [[first, row], [row + 1, end]] : [[first, end]])
    this.#begin(row, without)
    this.ranges = isSelected ? without : [...without, [row, row + 1]]
  }
  // Selects everything from where the range began, or from a row where none has, to a row.
  extend(to, from) {
    if (!this.isMultiple) return this.only(to)
    if (this.#from < 0) this.#begin(from, [])
    this.ranges = [...this.#before, [Math.min(this.#from, to), Math.max(this.#from, to) + 1]]
  }
  all() { if (this.isMultiple) this.ranges = [[0, this.list.count]] }
  clear() {
    this.#begin(-1, [])
    this.ranges = []
  }
  #begin(row, before) { [this.#from, this.#before] = [row, before] }

  // Rows have come, gone or moved.
  follow(moves) {
    const before = JSON.stringify(this.#ranges)
    if (this.#from >= 0) this.#from = moves.isRemoved(this.#from) ? -1 : moves.row(this.#from)
    this.#before = joined(moves.ranges(this.#before))
    this.#ranges = joined(moves.ranges(this.#ranges))
    if (JSON.stringify(this.#ranges) != before) this.changed()
  }

  #clicked(event) {
    const row = rowOf(event)
    if (row < 0 || row >= this.list.count || event.target.closest("a, button, input, select, textarea, label, [contenteditable]")) return
    // Whoever has drawn the mouse over text wants that.
    if (!event.shiftKey && !getSelection().isCollapsed) return
    if (event.shiftKey) this.extend(row, row)
    else if (event.ctrlKey || event.metaKey) this.toggle(row)
    else this.only(row)
  }
}

// The row that an event is about; -1 for none.
export const rowOf = ({ target }) => +(target.closest?.(".paged-row")?.dataset.row ?? -1)
