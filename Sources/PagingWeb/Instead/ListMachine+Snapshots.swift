// Lists that go by a snapshot of all identifiers: not for pages.
