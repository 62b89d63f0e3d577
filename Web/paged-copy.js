// Rows as text: a line each. Fields are parted by tabs, as spreadsheets take them from the clipboard, or by commas, as files have them (CSV, RFC 4180).

import { field } from "./paged-source.js"

const valueOf = (value) => (value == null ? "" : typeof value == "object" ? JSON.stringify(value) : String(value))
const cell = (value) => valueOf(value).replace(/[\t\r\n]+/g, " ")
const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const at = (path, row, item) => (path == "#" ? row + 1 : field(item, path))

// Without `fields` all that items have, by their own names.
const pathsOf = (rows, fields) => fields.length ? fields : [...new Set(rows.flatMap(([, item]) => item && typeof item == "object" ? Object.keys(item) : []))]

// `rows`: each with its number; `fields`: the paths of what a row's cells show.
export const textOf = (rows, fields) => {
  const paths = pathsOf(rows, fields)
  return rows.map(([row, item]) => (paths.length ? paths.map((path) => cell(at(path, row, item))).join("\t") : cell(item))).join("\n")
}

// The same with the names of columns above.
export const csvOf = (rows, fields, titles) => {
  const paths = pathsOf(rows, fields)
  const lines = [titles.length == paths.length ? titles : paths, ...rows.map(([row, item]) => paths.map((path) => at(path, row, item)))]
  return lines.map((line) => `${line.map((value) => quoted(valueOf(value))).join(",")}\r\n`).join("")
}
