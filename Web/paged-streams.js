// How the lists of a page hear what happens. Over HTTP/1.1 a browser has six connections to a server, so that six lists that each listen to a
// stream would leave none for their rows: so many have a stream, and the others ask.

// Streams that are open at one server at once, where connections are few.
const mostStreams = 3
// Milliseconds between two questions of a list that has no stream; and where the server cannot tell what happened, so that each answer
// has the list compared.
const [askEvery, compareEvery] = [700, 5000]

const open = new Map()

// Whether one connection takes any number of streams.
const isShared = (origin) => performance.getEntriesByType("resource")
  .some(({ name, nextHopProtocol }) => /^h[23]/.test(nextHopProtocol) && name.startsWith(`${origin}/`))

const wait = (time, signal) => new Promise((done, fail) => {
  const timer = setTimeout(done, time)
  signal.addEventListener("abort", () => {
    clearTimeout(timer)
    fail(signal.reason)
  }, { once: true })
})

// Tells each event until the stream ends; asks for what would be told, as long as there is no stream to be had. `way` hears which of both it
// is: "stream" or "poll".
export async function listenOrAsk(source, since, tell, signal, way) {
  const origin = source.changesAddress?.(since).origin
  while (origin && !isShared(origin) && (open.get(origin) ?? 0) >= mostStreams) {
    way("poll")
    since = await askOnce(source, since, tell, signal)
  }
  way("stream")
  open.set(origin, (open.get(origin) ?? 0) + 1)
  try {
    return await source.listen(since, tell, signal)
  } finally {
    open.set(origin, open.get(origin) - 1)
  }
}

// Tells what happened since a version, and returns the one that the list is at by now.
async function askOnce(source, since, tell, signal) {
  await wait(askEvery, signal)
  const changes = since == null ? null : await source.changes(since, signal)
  if (changes) {
    if (changes.version !== since) tell({ name: "changes", id: null, data: JSON.stringify(changes) })
    return changes.version
  }
  await wait(compareEvery - askEvery, signal)
  tell({ name: "version", id: null, data: "{}" })
  return since
}
