// Rows as text: a line each, fields parted by tabs, as spreadsheets take them.

import { field } from "./paged-source.js"

const cell = (value) => (value == null ? "" : typeof value == "object" ? JSON.stringify(value) : String(value)).replace(/[\t\r\n]+/g, " ")

// `rows`: each with its number; `fields`: the paths of what a row's cells show.
export const textOf = (rows, fields) =>
  rows.map(([row, item]) => (fields.length ? fields.map((path) => cell(path == "#" ? row + 1 : field(item, path))).join("\t") : cell(item))).join("\n")
