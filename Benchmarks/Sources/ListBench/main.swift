import BenchTable

// What a list costs on the main actor, a viewport event and a page's arrival from end to end, and what a snapshot takes.
var table = BenchTable()
// First, before others let go of memory meanwhile.
let snapshot = await Snapshots.memory()
Events.run(&table)
Arrivals.run(&table)
table.section("A snapshot of 1M integer identifiers, and a screen of rows")
table.add("memory", snapshot / 1_048_576, unit: "MiB", atMost: 16)
print(table.text)
