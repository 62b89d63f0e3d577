import BenchTable

// What a list costs on the main actor: a viewport event, and a page's arrival from end to end.
var table = BenchTable()
Events.run(&table)
Arrivals.run(&table)
print(table.text)
