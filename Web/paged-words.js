// The texts of the list where an app gives no others.

const numberOf = (value) => value.toLocaleString()

export const words = {
  sections: "Sections",
  loaded: (first, last, count) => `Rows ${first} to ${last} of ${count} loaded.`,
  failed: (message) => `Rows could not be loaded: ${message}.`,
  waiting: (message, until) => `Rows are asked for again at ${until}: ${message}.`,
  sectionsFailed: (message) => `The sections could not be loaded: ${message}.`,
  refreshFailed: (message) => `The list could not be refreshed: ${message}.`,
  retry: "Retry",
  empty: "There are no rows.",
  notThere: (message) => `The list is shown from elsewhere: ${message}.`,
  unseen: (count) => count == 1 ? "1 new row below." : `${numberOf(count)} new rows below.`,
  hint: (row, count, section) => (section ? `${section} · ` : "") + `${numberOf(row)} of ${numberOf(count)}`,
  place: (row, section) => (section ? `${section} · ` : "") + numberOf(row),
  printed: (first, last, count) => `Rows ${first} to ${last} of ${count}; all others are left out here.`,
  copying: (done, count) => `Copying rows: ${done} of ${count}.`,
  copied: (count) => count == 1 ? "1 row copied." : `${count} rows copied.`,
  copyFailed: (message) => `Rows could not be copied: ${message}.`,
}
