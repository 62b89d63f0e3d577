// A slower, worse network than there is, to see how a list does on it; and what was asked over it.

const wait = (time, signal) => new Promise((resolve, reject) => {
  const timer = setTimeout(resolve, time)
  signal?.addEventListener("abort", () => {
    clearTimeout(timer)
    reject(signal.reason)
  }, { once: true })
})

// Requests that are remembered.
const remembered = 12

export class SlowNetwork {
  // Milliseconds added to each answer, and how many requests of a hundred are lost.
  latency = 0
  loss = 0
  // The last requests, the latest first: {url, began, time, outcome}.
  requests = []

  async fetch(url, options) {
    const began = performance.now()
    const request = { url, began, outcome: "under way" }
    this.requests = [request, ...this.requests].slice(0, remembered)
    try {
      if (this.latency) await wait(this.latency, options.signal)
      if (Math.random() * 100 < this.loss) throw new TypeError("lost on the way")
      const answer = await fetch(url, options)
      request.outcome = answer.ok ? "answered" : `failed, ${answer.status}`
      return answer
    } catch (error) {
      request.outcome = options.signal?.aborted ? "cancelled" : "lost"
      throw error
    } finally {
      request.time = performance.now() - began
    }
  }
}
