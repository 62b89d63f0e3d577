// The number of rows that a server tells, and why it may not be used.

// Rows of the longest list.
export const longest = 2 ** 30

// The total that an answer gives, where it is possible; a text about what is wrong with it goes into `warnings`.
export const checkedTotal = (said, first, count, warnings) => {
  if (said == null || said === "") return null
  const total = typeof said == "boolean" ? NaN : Math.trunc(said)
  if (!(total >= 0)) warnings.push(`the server gives ${JSON.stringify(said)} as the number of rows, which is none: it is not used`)
  else if (count && first + count > total) warnings.push(`the server says that the list has ${total} rows and sent row ${first + count}: its total is not used`)
  else if (total > longest) warnings.push(`the server says that the list has ${total} rows: the first ${longest} can be shown`)
  else return total
  return total > longest ? longest : null
}
