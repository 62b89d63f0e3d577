// How the lists of a page hear what happens. Over HTTP/1.1 a browser has six connections to a server, so that six lists that each listen to a
// stream would leave none for their rows: lists that show the same share a stream, so many streams are open, and other lists ask.

import { readNews } from "./paged-live.js"

// Streams that are open at one server at once, where connections are few.
const mostStreams = 3
// Milliseconds between two questions of a list that has no stream; and where the server cannot tell what happened, so that each answer
// has the list compared.
const [askEvery, compareEvery] = [700, 5000]

const open = new Set()

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

// A stream, and the lists that listen to it. It ends when the last of them has gone.
class Stream {
  #listeners = new Set()
  #abort = new AbortController()
  // The version that it told last.
  #version = null

  constructor(source, address, since) {
    Object.assign(this, { origin: address?.origin, key: address?.href, sender: source.sender?.() })
    open.add(this)
    const told = (event) => {
      const { changes, version } = readNews(event)
      this.#version = changes?.version ?? version ?? this.#version
      for (const one of [...this.#listeners]) one.tell(event)
    }
    const listening = async () => source.listen(since, told, this.#abort.signal)
    listening().catch((error) => error).then((error) => {
      open.delete(this)
      for (const { done, fail } of this.#listeners) error ? fail(error) : done()
    })
  }

  // Tells each event until the stream ends. A list that comes later is told first at which version the others are.
  hear(tell, signal) {
    return new Promise((done, fail) => {
      const toldOne = (event) => {
        try {
          tell(event)
        } catch (error) {
          // The other lists are told all the same.
          reportError(error)
        }
      }
      const one = { tell: toldOne, done, fail }
      this.#listeners.add(one)
      signal.addEventListener("abort", () => {
        this.#listeners.delete(one)
        fail(signal.reason)
        if (this.#listeners.size) return
        open.delete(this)
        this.#abort.abort(signal.reason)
      }, { once: true })
      if (this.#version != null) toldOne({ name: "version", id: null, data: JSON.stringify({ version: this.#version }) })
    })
  }
}

// Tells each event until the stream ends; asks for what would be told, as long as there is no stream to be had. `way` hears which of both it
// is: "stream" or "poll".
export async function listenOrAsk(source, since, tell, signal, way) {
  // Without a version it is the same address for all that show the same, as long as their requests are sent in one way.
  const address = source.changesAddress?.(null)
  const shared = () => address && [...open].find(({ key, sender }) => key == address.href && sender === source.sender?.())
  const isFree = () => !address || isShared(address.origin) || [...open].filter(({ origin }) => origin == address.origin).length < mostStreams
  for (;;) {
    const stream = shared() ?? (isFree() ? new Stream(source, address, since) : null)
    if (stream) {
      way("stream")
      return stream.hear(tell, signal)
    }
    way("poll")
    since = await askOnce(source, since, tell, signal)
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
