"""Scripts that tests run in a page; those that touch its timers are all here."""

# The parts of an element that use each other, which no app sees.
PARTS = "(one => one?.[Object.getOwnPropertySymbols(one).find(({ description }) => description == 'paged-list')])"

# Milliseconds after the last movement at which a list is at rest.
REST = 150

# Calls a function when the next frame has been drawn.
AFTER_FRAME = "(act => requestAnimationFrame(() => setTimeout(act)))"

# Knows whether the list's own timer runs, by which scrolling that has ended is at rest.
RESTING = """() => {
  const [set, clear, resting] = [setTimeout, clearTimeout, new Set()]
  window.setTimeout = (act, time, ...all) => {
    if (time != REST) return set(act, time, ...all)
    const id = set(() => (resting.delete(id), act(...all)), time)
    resting.add(id)
    return id
  }
  window.clearTimeout = id => (resting.delete(id), clear(id))
  window.isAtRest = () => !resting.size
}""".replace("REST", str(REST))

# Keeps the timers of one delay in place of starting them: a test says with `fire` when they are due.
HOLD_TIMERS = """delay => {
  const [set, clear, held] = [setTimeout, clearTimeout, new Map()]
  let last = 0
  window.setTimeout = (act, time, ...all) => time == delay ? (held.set(`held ${++last}`, act), `held ${last}`) : set(act, time, ...all)
  window.clearTimeout = id => held.delete(id) || clear(id)
  window.held = held
  window.fire = () => { const due = [...held.values()]; held.clear(); for (const act of due) act() }
}"""

SEEN = """() => {
  const box = document.querySelector('.paged-view').getBoundingClientRect()
  // Below the names of columns, where there are any.
  const above = document.querySelector('.paged-columns')?.offsetHeight ?? 0
  const view = { top: box.top + above, height: box.height - above }
  return [...document.querySelectorAll('.paged-row:not([hidden])')].map(row => {
    const box = row.getBoundingClientRect()
    return {row: +row.dataset.row, top: box.top - view.top, bottom: box.bottom - view.top, kind: row.dataset.kind, text: row.textContent}
  }).filter(one => one.bottom > 0.5 && one.top < view.height - 0.5).sort((one, other) => one.top - other.top)
}"""

# Calls in each frame what `LOOK` returns, until that returns true, and goes on when that frame is drawn.
IN_FRAMES = """argument => new Promise((done, fail) => {
  const [end, look] = [performance.now() + LIMIT, (LOOK)(argument)]
  const turn = () => {
    if (look()) setTimeout(done)
    else if (performance.now() > end) fail(new Error("this never came: WHAT"))
    else requestAnimationFrame(turn)
  }
  turn()
})"""
