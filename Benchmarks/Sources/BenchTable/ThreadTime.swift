private import CBench

/// Nanoseconds of processor time that this thread has had so far.
public func threadNanoseconds() -> Double { thread_nanoseconds() }
