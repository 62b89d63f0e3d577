// Rows of a page's list never move, so that none is looked for.
