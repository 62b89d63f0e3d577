// Changes of a list on its server: asked for since a version, or received by a stream of Server-Sent Events.
//
// The stream is read with the list's own `fetch`, so that it is asked for as pages are, and an answer's status and `Retry-After` are
// heard; `EventSource` sends no headers and tells neither.

// Characters of one event, beyond which a stream is not one.
const longestEvent = 10_000_000

// Takes a stream's text apart: `{name, id, data}` each, and `retry` where the server says how long to wait before coming back.
export class EventReader {
  retry = null
  #rest = ""

  take(text) {
    this.#rest += text
    // A line's end may be a carriage return, of which another part may follow.
    const ended = this.#rest.endsWith("\r") ? this.#rest.length - 1 : this.#rest.length
    const blocks = this.#rest.slice(0, ended).replace(/\r\n?/g, "\n").split("\n\n")
    this.#rest = blocks.pop() + this.#rest.slice(ended)
    if (this.#rest.length > longestEvent) throw new Error("an event of the stream does not end")
    const events = []
    for (const block of blocks) {
      const event = { name: "message", id: null, data: [] }
      for (const line of block.replace(/^\ufeff/, "").split("\n")) {
        const [, field, value] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)
        if (field == "event") event.name = value
        else if (field == "id") event.id = value
        else if (field == "data") event.data.push(value ?? "")
        else if (field == "retry" && /^\d+$/.test(value)) this.retry = +value
      }
      if (event.data.length) events.push({ ...event, data: event.data.join("\n") })
    }
    return events
  }
}

// The changes in an answer or an event; `null` where it cannot be read.
export const readChanges = (body, since) => {
  const { from = since, version, total = null, removed = [], added = [], edited = null, objects = [], hasMore = false } = body ?? {}
  const isRead = version != null && [removed, added, edited ?? [], objects].every(Array.isArray)
    && added.every((one) => one?.id !== undefined && Number.isInteger(one.index) && one.index >= 0)
  return isRead ? { from, version, total, removed, added, edited, objects, hasMore: !!hasMore } : null
}

// Reads an event of a stream: `{changes}`, or `{version}`, which is `null` where it is only that something may have happened; and of which
// `list`, where the stream tells several.
export const readNews = ({ name, id, data }) => {
  let body = null
  try {
    body = JSON.parse(data)
  } catch { /* Something happened, whatever it was. */ }
  const changes = name == "changes" && body?.from != null && readChanges(body)
  return { ...changes ? { changes } : { version: body?.version ?? (id || null) }, ...typeof body?.list == "string" && { list: body.list } }
}
