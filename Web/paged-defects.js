// Texts for answers that contradict themselves or each other. Rows are counted from 1, as they are shown.

const defects = {
  total: () => "the server gives a total that no list has",
  position: (row) => `the server answered with row ${row + 1}, which no list has`,
  emptyPage: (row) => `the server answered with no rows at row ${row + 1}, though its total says that the list goes on`,
  misplacedPage: (asked, answered) => `the server was asked for row ${asked + 1} and answered from row ${answered + 1}`,
  duplicateIdentifier: (row, first) =>
    `rows ${first + 1} and ${row + 1} have the same identifier: name the field that tells rows apart with item-id, or say with ` +
    "behavior that rows come and go",
  repeatedCursor: (rows) =>
    `after ${rows} rows the way on leads in a circle: check with next where the next cursor is read from`,
  mixedVersions: (row) =>
    `at row ${row + 1} the server answers with one version of the list and then with another: a cache or a replica is behind`,
  noProgress: (rows, answers) => `${answers} answers in a row brought nothing new after row ${rows}`,
  unsettled: (row, answers) =>
    `${answers} answers in a row showed different states of the list around row ${row + 1}: it changes faster than its pages come`,
  noWayAbove: () => "no answer says what comes before the first row that is loaded",
}

// Of what the machine tells as `failure`; nothing where a request failed, whose error is known.
export const defect = ({ kind, first, second }) => defects[kind]?.(first, second)
