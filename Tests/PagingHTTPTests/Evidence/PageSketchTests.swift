import PagingHTTP
import PagingWire
import Testing

@testable import PagingHTTP

/// The same page is known again although some fields change, and pages that only look alike are not taken for one.
@Suite struct PageSketchTests {
    private func sketch(_ count: Int, from start: Int = 0, row: (Int) -> JSONValue) -> PageSketch {
        let rows = (start..<start + count).map(row)
        return PageSketch(rows, identifier: JSONValue.guessedIdentifier(in: rows))
    }

    @Test(arguments: [1, 3, 4, 20, 57])
    func `Counters that change make no other rows`(count: Int) {
        func page(_ answer: Int, from start: Int = 0) -> PageSketch {
            sketch(count, from: start) {
                [
                    "body": .string("message \($0)"), "unsigned": ["age": .integer(Int64(answer * 1_000 + $0))],
                    "load": .double(Double(answer) / 7),
                ]
            }
        }
        #expect(page(1).isSame(as: page(2)) == true)
        #expect(page(1).isSame(as: page(2, from: count)) == false)
    }

    @Test func `Identifiers decide`() {
        func page(_ start: Int) -> PageSketch {
            sketch(10, from: start) { ["id": .integer(Int64($0)), "host": .string("web\($0 % 10)")] }
        }
        #expect(page(0).isSame(as: page(0)) == true)
        #expect(page(0).isSame(as: page(10)) == false)
    }

    @Test func `Lines of a log prove nothing`() {
        let page = sketch(20) { _ in ["level": "info", "line": "tick"] }
        #expect(page.isSame(as: page) == nil)
        func logged(_ start: Int) -> PageSketch {
            sketch(20, from: start) {
                ["level": .string($0 % 3 == 0 ? "warning" : "info"), "time": .integer(Int64($0))]
            }
        }
        #expect(logged(0).isSame(as: logged(20)) == false)
    }

    @Test func `The order of rows is no other page`() {
        // More rows than are compared field by field: those of a page in another order are others.
        let numbers = Array(0..<20)
        for row in [{ ["id": .integer(Int64($0))] }, { ["line": "tick", "number": .integer(Int64($0))] }]
            as [(Int) -> JSONValue]
        {
            func page(_ numbers: [Int]) -> PageSketch {
                let rows = numbers.map(row)
                return PageSketch(rows, identifier: JSONValue.guessedIdentifier(in: rows))
            }
            #expect(page(numbers).isSame(as: page(numbers.reversed())) == true)
            #expect(page(numbers).isSame(as: page(numbers.map { $0 ^ 1 })) == true)
            #expect(page(numbers).isSame(as: page(numbers.map { $0 + 1 })) == false)
        }
    }

    @Test func `Texts that differ in a page of one row are other rows`() {
        let pages = ["one", "two"].map { text in sketch(1) { _ in ["level": "info", "text": .string(text)] } }
        #expect(pages[0].isSame(as: pages[1]) == false)
    }
}
