// Selects and activates rows by mouse and finger.

import { inner } from "./paged-inner.js"

// Controls have a click for themselves.
export const controls = "a, button, input, select, textarea, label, summary, [contenteditable]"
// Pixels beyond which a press that moves is a drag.
const stillness = 8

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
    if (row < 0 || row >= list.count || event.target.closest(controls)) return
    // A reader who drags the mouse over text selects the text.
    if (!event.shiftKey && !getSelection().isCollapsed) return
    if (event.shiftKey) selection.extend(row, row)
    else if (event.ctrlKey || event.metaKey) selection.toggle(row)
    else selection.only(row)
  })
}

// A double click activates a row, and with activate-on="click" one click does: none that selects text, ends a drag or has a key with it.
export const activateByPointer = (list, view) => {
  let from = null
  view.addEventListener("pointerdown", ({ clientX, clientY }) => { from = { clientX, clientY } })
  const isPlain = ({ detail, ctrlKey, metaKey, shiftKey, clientX, clientY }) => detail < 2 && !ctrlKey && !metaKey && !shiftKey && getSelection().isCollapsed
    && (!detail || !from || Math.hypot(clientX - from.clientX, clientY - from.clientY) <= stillness)
  for (const kind of ["click", "dblclick"]) view.addEventListener(kind, (event) => {
    const isWanted = (list.getAttribute("activate-on") == "click") == (kind == "click")
    if (!isWanted || event.defaultPrevented || rowOf(event) < 0 || event.target.closest(controls)) return
    if (kind == "dblclick" || isPlain(event)) list[inner].activate(rowOf(event))
  })
}
