import Testing

/// The views' tests, one at a time: the stand-ins report broken rules to one place.
@MainActor
@Suite(.serialized) enum ViewTests {}
