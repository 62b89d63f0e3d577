// Selects rows by mouse and finger.

// The row that an event is about; -1 for none.
export const rowOf = ({ target }) => +(target.closest?.(".paged-row")?.dataset.row ?? -1)

export const selectByPointer = (list, view, selection) => {
  if (selection.isMultiple) view.setAttribute("aria-multiselectable", "true")
  view.addEventListener("mousedown", (event) => {
    // A range of rows is drawn, and not one of text.
    if (event.shiftKey && rowOf(event) >= 0) event.preventDefault()
  })
  view.addEventListener("click", (event) => {
    const row = rowOf(event)
    if (row < 0 || row >= list.count || event.target.closest("a, button, input, select, textarea, label, summary, [contenteditable]")) return
    // A reader who drags the mouse over text selects the text.
    if (!event.shiftKey && !getSelection().isCollapsed) return
    if (event.shiftKey) selection.extend(row, row)
    else if (event.ctrlKey || event.metaKey) selection.toggle(row)
    else selection.only(row)
  })
}
