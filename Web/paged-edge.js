// The content at the edge of a list whose rows are measured: the first in view, of a row that is loaded. It stays where it is when something above it
// grows, in its own row too, as an image does that has come. Browsers' own scroll anchoring does the same in a page.

// Pixels that are a rounding.
const rounding = 0.5

const boxOf = (node) => {
  const range = node.ownerDocument.createRange()
  range.selectNode(node)
  return range.getBoundingClientRect()
}

// The first node below a height on screen, or the smallest that is cut by it.
const nodeAt = (parent, y) => {
  for (const node of parent.childNodes) {
    const { top, bottom, height } = boxOf(node)
    // An element without a box of its own may have some inside.
    if (height ? bottom <= y + rounding : !node.firstChild) continue
    const within = !height || top < y ? nodeAt(node, y) : null
    if (within || height) return within ?? node
  }
  return null
}

export class Edge {
  // `top` is where a node is in the element of its row, `heights` are those of the rows from `first` up to its own.
  #content = null

  constructor(view, geometry) { Object.assign(this, { view, geometry }) }

  // Notes what is at the edge, where rows from `first` on are drawn by some elements.
  look({ row, offset }, first, elements) {
    const { geometry } = this
    const covered = geometry.starts.length ? geometry.headerHeight : 0
    this.#content = null
    for (let at = row, below = -offset; elements[at - first] && below < geometry.view; below += geometry.boxHeight(at++)) {
      const element = elements[at - first]
      if (element.known.kind != "item") continue
      const above = covered - below - geometry.headerOf(at)
      const node = above < rounding ? element : nodeAt(element, element.getBoundingClientRect().top + above * this.#scale)
      if (!node) continue
      const heights = elements.slice(0, at - first).map((_, index) => geometry.boxHeight(first + index))
      return void (this.#content = { node, element, row: at, top: this.#topOf(node, element), first, heights })
    }
  }
  // Rows have come, gone or moved.
  forget() { this.#content = null }

  // By how many pixels the content has moved below a place since the last look, as what is in between has other heights.
  movedFrom({ row: from }) {
    if (!this.#content?.node.isConnected) return 0
    const { node, element, row, top, first, heights } = this.#content
    if (from < first || from > row) return 0
    const now = this.#topOf(node, element)
    let by = now - top
    this.#content.top = now
    for (let at = from; at < row; at++) {
      const height = this.geometry.boxHeight(at)
      by += height - heights[at - first]
      heights[at - first] = height
    }
    return Math.abs(by) < rounding ? 0 : by
  }

  // Pixels on screen for each of the list's own.
  get #scale() { return this.view.getBoundingClientRect().height / this.view.offsetHeight || 1 }
  #topOf(node, element) { return node == element ? 0 : (boxOf(node).top - element.getBoundingClientRect().top) / this.#scale }
}
