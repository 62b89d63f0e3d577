// Ranges of rows, `[first, end]` with `end` left out.

// The same rows in order, as ranges none of which touch.
export const joined = (ranges) => {
  const all = []
  for (const [first, end] of ranges.filter(([first, end]) => first < end).sort(([one], [other]) => one - other)) {
    const last = all.at(-1)
    if (last && first <= last[1]) last[1] = Math.max(last[1], end)
    else all.push([first, end])
  }
  return all
}

// Ranges without the rows of others.
export const without = (ranges, others) => others.reduce(
  (all, [from, to]) => all.flatMap(([first, end]) => [[first, Math.min(end, from)], [Math.max(first, to), end]]).filter(([first, end]) => first < end),
  ranges)

export const contains = (ranges, row) => ranges.some(([first, end]) => row >= first && row < end)

export const countOf = (ranges) => ranges.reduce((sum, [first, end]) => sum + end - first, 0)

// The most rows that are read at once, wherever they are, and those that one question asks for.
export const mostRead = 10_000
export const block = 500
