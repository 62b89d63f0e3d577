"""Runs `swift test` so that a test that hangs or crashes is named and costs no other; see Scripts/run-swift-tests."""
