import Testing

/// The faces' tests, one at a time: the stand-ins report broken rules to one place.
@MainActor
@Suite(.serialized) enum FaceTests {}
