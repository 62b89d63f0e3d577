// The reader's place in a list, kept in the entry of the session's history: going back and forward leads to it.

const entry = (src) => `paged-list ${src}`

export const keptPlace = (src) => history.state?.[entry(src)]

export const keepPlace = (src, { row, offset }) => {
  const kept = keptPlace(src)
  // Browsers allow no more than some changes of the history in a while.
  if (kept?.row === row && kept.offset === offset) return
  history.replaceState({ ...history.state, [entry(src)]: { row, offset } }, "")
}
