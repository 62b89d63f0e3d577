// The templates of a list's rows, made of its columns. Names of columns are data: they are put in as text.

const mains = ["name", "title", "label", "subject", "summary"]
const glyphs = ["character", "emoji", "icon", "symbol"]
const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

const isNumber = (column) => /INT|REAL|NUM|DOUB|FLOA|DEC/i.test(column.type)
const kind = (column, columns) => {
  if (glyphs.includes(column.name)) return "glyph"
  const main = columns.find((one) => mains.includes(one.name)) ?? columns.find((one) => !isNumber(one)) ?? columns[0]
  return column == main ? "main" : isNumber(column) ? "number" : "text"
}

// The decimal places that a column declares, as `numeric(9,2)` does: a number of JSON has lost its last zeros.
const places = (column) => Math.min(20, Number(/^(?:numeric|decimal) *\(\d+, *(\d+)\)$/i.exec(column.type)?.[1] ?? 0))
const fixed = (count) => {
  const numbers = new Intl.NumberFormat(undefined, { minimumFractionDigits: count, maximumFractionDigits: 20 })
  return (value) => typeof value == "number" ? numbers.format(value) : value ?? ""
}
// Ways to show values, by the names that templates have for them.
export const formats = (columns) => Object.fromEntries(columns.map(places).filter(Boolean).map((count) => [`decimals-${count}`, fixed(count)]))

const times = /^(time|date|day|timestamp|created|updated|modified|.*(_at|At|_on|Date|Time))$/
const isTime = (column) => times.test(column.name)

// The order in which columns give way on narrow screens: the main one and a glyph never do, and times that say another one anew go before other texts.
const rank = (columns) => {
  const order = { glyph: 0, main: 1, text: 2, number: 4 }
  const time = columns.find((one) => isTime(one) && kind(one, columns) == "text")
  const place = (column) => isTime(column) && time && column != time ? 3 : order[kind(column, columns)]
  return [...columns].sort((one, other) => place(one) - place(other))
}
// The columns below the main one on a phone, by its class: two, or two and a time.
const belowMain = (columns) => {
  const others = rank(columns).filter((one) => !["glyph", "main"].includes(kind(one, columns)))
  const [time, texts] = [others.find(isTime), others.filter((one) => !isTime(one))]
  const named = time && texts.length > 1 ? [["below", texts[0]], ["among", texts[1]], ["beside", time]] : [["below wide-below", others[0]], ["beside", others[1]]]
  return new Map(named.map(([name, column]) => [column, name]))
}

// A column's name as the server takes it in `sort`, where commas separate names.
export const sortName = (name) => name.replaceAll("%", "%25").replaceAll(",", "%2C")

// The opposite of an order, as the server takes it: "age,-name" for "-age,name".
export const reversed = (order) => order.split(",").map((one) => one.startsWith("-") ? one.slice(1) : `-${one}`).join(",")

// An order as people read it: "Age ↓, Name ↑".
export const orderTitle = (order) => order.split(",").map(
  (one) => `${titleOf(decodeURIComponent(one.replace(/^-/, "")))} ${one.startsWith("-") ? "↓" : "↑"}`).join(", ")

// A column's name as people write it: "Code point" for codePoint and code_point.
export const titleOf = (name) => {
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/[_\s]+/g, " ").trim()
  const spoken = /[a-z]/.test(words) ? words.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase()) : words
  return spoken ? spoken[0].toUpperCase() + spoken.slice(1) : name
}

// The templates of a list's rows, and of the line of column names above them.
export function templates(columns) {
  const [ranks, below] = [rank(columns), belowMain(columns)]
  const cells = (fill) => columns.map((column) => {
    const cell = make("span", { className: `cell ${kind(column, columns)} ${below.get(column) ?? ""}` })
    const place = ranks.indexOf(column)
    if (place > 2) cell.classList.add("wide")
    if (place > 4) cell.classList.add("wider")
    fill(cell, column)
    return cell
  })
  const template = (name, ...children) => {
    const element = make("template")
    element.dataset.for = name
    element.content.append(...children)
    return element
  }
  const row = (fill) => {
    const line = make("span", { className: "line number" })
    line.dataset.field = "#"
    const all = [line, ...cells(fill)]
    for (const one of all) one.setAttribute("role", "gridcell")
    return all
  }
  const headings = cells((cell, column) => {
    cell.textContent = titleOf(column.name)
    if (column.indexed) cell.dataset.sort = sortName(column.name)
  })
  const problem = make("span", { className: "problem" }, make("span", { className: "message" }), make("button", { type: "button", textContent: "Retry" }))
  problem.firstChild.dataset.field = "message"
  problem.lastChild.dataset.retry = ""
  const title = make("span", { className: "title" })
  title.dataset.field = "title"
  return [
    template("columns", make("span", { className: "line number", textContent: "#" }), ...headings),
    template("item", ...row((cell, column) => {
      cell.dataset.field = column.name
      if (isTime(column)) cell.dataset.format = "time"
      else if (isNumber(column) && !/^id$|_id$|Id$|year/i.test(column.name)) cell.dataset.format = places(column) ? `decimals-${places(column)}` : "number"
    })),
    template("placeholder", ...row((cell) => cell.append(make("i", { className: "bar" })))),
    template("failed", problem),
    template("empty", make("span", { className: "nothing", textContent: "This list has no rows." })),
    template("section", title),
  ]
}

const shownLength = (column, value) => isTime(column) ? (String(value ?? "").length > 10 ? 21 : 12) : String(value ?? "").length

// The widths of the columns, by the values in some of their rows: of all columns, of most, and of few.
export function weigh({ columns, count }, sample) {
  const ranks = rank(columns)
  const width = (column) => {
    const longest = Math.max(4, titleOf(column.name).length + 2, ...sample.map((item) => Math.min(40, shownLength(column, item[column.name]))))
    const what = kind(column, columns)
    if (what == "number") return `${(Math.max(longest, String(count ?? 0).length) * 0.56 + 0.4).toFixed(1)}rem`
    if (what == "glyph") return "2.75rem"
    if (what == "main") return "minmax(8rem, 6fr)"
    // A short column gets the width it needs, so that it is never cut.
    return longest <= 21 ? `${((longest + 1) * 0.54 + 0.4).toFixed(1)}rem` : `minmax(0, ${Math.min(4, longest / 6).toFixed(1)}fr)`
  }
  const upTo = (rank, ...before) => [...before, ...columns.filter((one) => ranks.indexOf(one) <= rank).map(width)].join(" ")
  return { tracks: ["4.5rem", ...columns.map(width)], "--columns-mid": upTo(4, "4.5rem"), "--columns-few": upTo(2, "4.5rem") }
}
