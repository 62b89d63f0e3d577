import UIKit

/// Has the stand-ins report broken rules to a test.
@MainActor
func onBrokenRule(_ report: @escaping (String) -> Void) { StandIn.onBrokenRule = report }
