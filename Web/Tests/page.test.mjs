// Names of columns as people write them.
import assert from "node:assert/strict"
import { test } from "node:test"
import { titleOf } from "../page-rows.js"

test("a column's name is written as people do", () => {
  for (const [name, title] of [
    ["codePoint", "Code point"], ["created_at", "Created at"], ["id", "Id"], ["ID", "ID"], ["itemID", "Item ID"], ["HTTPStatus", "HTTPStatus"], ["Größe", "Größe"],
    ["first name", "First name"], ["_", "_"], ["", ""], ["x1Y", "X1 Y"],
  ]) assert.equal(titleOf(name), title)
})
