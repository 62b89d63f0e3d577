import BenchTable

// Without arguments everything is measured; `CoreBench reading filling` measures a part.
let parts: [(name: String, run: (inout BenchTable) -> Void)] = [
    ("reading", Reading.run), ("editing", Editing.run), ("filling", Filling.run), ("differences", Differences.run),
    ("identities", Identities.run),
]
let chosen = Set(CommandLine.arguments.dropFirst())
var table = BenchTable()
for part in parts where chosen.isEmpty || chosen.contains(part.name) {
    part.run(&table)
}
table.show()
