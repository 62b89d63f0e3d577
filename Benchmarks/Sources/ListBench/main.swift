import BenchTable

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

// The cost of a list on the main actor: a viewport event and a page's arrival from end to end, and a snapshot.
// With `--counts` it is only what can be counted, the same on any machine, and a figure out of its bound is a failure.
var table = BenchTable()
let isCounted = CommandLine.arguments.dropFirst().elementsEqual(["--counts"])
if !isCounted, CommandLine.arguments.count > 1 {
    print("usage: ListBench [--counts]")
    exit(2)
}
// First, before others let go of memory meanwhile.
let snapshot = await Snapshots.memory()
Events.run(&table, isTimed: !isCounted)
if !isCounted { Arrivals.run(&table) }
table.section("A snapshot of 1M integer identifiers, and a screen of rows")
table.add("memory", snapshot / 1_048_576, unit: "MiB", atMost: 16)
table.show()
exit(isCounted && table.hasMissed ? 1 : 0)
