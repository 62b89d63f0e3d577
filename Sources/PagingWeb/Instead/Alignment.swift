// Rows of a page's list never move, so that none need be aligned.
