// A clock that runs only when it is moved, in place of the page's own, so that a trace plays the same on any machine.
// Requests go to the real server at once; their answers are let in when the modeled network would bring them.
// A wait that never ends is an error that says what time it is by this clock, as Playwright waits for a page's script without an end.
{
  // Milliseconds of the real clock to wait for what must come.
  const patience = 60_000
  let now = 0
  let last = 0
  let timers = new Map()
  let frames = []
  const flights = new Set()
  const real = { now: performance.now.bind(performance), setTimeout: setTimeout.bind(window), fetch: fetch.bind(window) }
  const breathe = () => new Promise((done) => real.setTimeout(done, 0))
  const stuck = (what) => new Error(`never came: ${what}; at ${now} ms, timers at [${[...timers.values()].map((one) => one.at)}],
    answers under way: ${JSON.stringify([...flights].map(({ at, url }) => ({ at, url })))}`)
  // Waits, by the real clock, for what takes no time by this one.
  const until = async (what, condition) => {
    const end = real.now() + patience
    while (!condition()) {
      if (real.now() > end) throw stuck(what)
      await breathe()
    }
  }
  performance.now = () => now
  window.setTimeout = (act, time = 0) => (timers.set(++last, { at: now + time, act }), last)
  window.clearTimeout = (id) => timers.delete(id)
  window.requestAnimationFrame = (act) => frames.push(act)
  window.cancelAnimationFrame = (id) => (frames[id - 1] = null)
  const draw = () => {
    const due = frames
    frames = []
    for (const act of due) act?.(now)
  }
  // An answer is read to its end before it is let in, so that reading takes no time of its own.
  const asked = (latency) => (url, { signal }) => {
    const body = real.fetch(url, { signal }).then(async (answer) => {
      const [text, { ok, status, headers }] = [await answer.text(), answer]
      return { ok, status, headers, json: async () => JSON.parse(text) }
    })
    // A cancelled request has no caller left to tell.
    body.catch(() => {})
    return new Promise((done, fail) => {
      const flight = { at: now + latency, url: String(url), land: () => body.then(done, fail) }
      flights.add(flight)
      virtual.requests.push({ at: now, url: String(url) })
      signal.addEventListener("abort", () => {
        flights.delete(flight)
        fail(signal.reason)
      })
    })
  }
  // Goes on to a time; whatever is due before it happens in its order. At that very time only what began before does.
  const moveTo = async (time) => {
    for (;;) {
      const timer = [...timers].filter(([, one]) => one.at < time).sort(([, one], [, other]) => one.at - other.at)[0]
      const flight = [...flights].filter((one) => one.at < time).sort((one, other) => one.at - other.at)[0]
      if (!timer && !flight) break
      if (flight && !(timer?.[1].at < flight.at)) {
        now = flight.at
        flights.delete(flight)
        let hasLanded = false
        flight.land().then(() => { hasLanded = true })
        await until(`the answer to ${flight.url}`, () => hasLanded)
        await breathe()
      } else {
        now = Math.max(now, timer[1].at)
        timers.delete(timer[0])
        timer[1].act()
      }
      draw()
    }
    now = time
  }
  window.virtual = { requests: [], asked, moveTo, draw, until }
}
