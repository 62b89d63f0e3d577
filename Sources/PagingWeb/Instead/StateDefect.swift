// Nothing of a page's list outlives the page, so that none is restored.
