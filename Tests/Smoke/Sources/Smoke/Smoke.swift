// Nothing: the package is for its tests.
