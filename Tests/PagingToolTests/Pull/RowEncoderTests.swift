import PagingWire
import Testing

@testable import PagingTool

/// Rows as bytes, in each format.
@Suite struct RowEncoderTests {
    private func written(_ rows: [JSONValue], _ format: RowFormat, _ fields: String? = nil) throws -> String {
        var words = ["URL", "--format", format.rawValue]
        if let fields { words += ["--select", fields] }
        let layout = try RowLayout(Arguments(words, for: PullCommand.spec), command: "pull")
        var (encoder, bytes) = (RowEncoder(layout), [UInt8]())
        for row in rows { encoder.write(row, to: &bytes) }
        encoder.finish(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private let rows: [JSONValue] = [
        ["id": 1, "name": "Ada", "author": ["name": "A, B"]], ["id": 2, "tags": ["x", "y"], "name": nil],
    ]

    @Test func `JSON is one array`() throws {
        #expect(try written([], .json) == "[]\n")
        #expect(try written([1, "a"], .json) == "[\n1,\n\"a\"\n]\n")
        #expect(try JSONValue(parsing: Array(try written(rows, .json).utf8)) == .array(rows))
        #expect(
            try written(rows, .json, "name,id") == #"""
                [
                {"name":"Ada","id":1},
                {"name":null,"id":2}
                ]

                """#)
    }

    @Test func `Selected fields are in order`() throws {
        #expect(
            try written(rows, .jsonl, "tags/1,author/name,id") == #"""
                {"tags/1":null,"author/name":"A, B","id":1}
                {"tags/1":"y","author/name":null,"id":2}

                """#)
        #expect(try written(rows, .csv, "author.name, id") == "author.name,id\r\n\"A, B\",1\r\n,2\r\n")
        #expect(try written([], .csv, "a,b") == "a,b\r\n")
    }

    @Test func `CSV has a header of the first row's fields`() throws {
        #expect(
            try written(rows, .csv)
                == "author,id,name,tags\r\n\"{\"\"name\"\":\"\"A, B\"\"}\",1,Ada,\r\n,2,,\"[\"\"x\"\",\"\"y\"\"]\"\r\n")
        #expect(try written([], .csv).isEmpty)
        #expect(try written(["a", 2], .csv) == "value\r\na\r\n2\r\n")
        #expect(try written([["x", "y"], ["z"]], .csv) == "0,1\r\nx,y\r\nz,\r\n")
        #expect(try written([[:]], .csv) == "value\r\n{}\r\n")
    }

    @Test(
        arguments: [
            ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"no\"", "\"say \"\"no\"\"\""), ("a\nb", "\"a\nb\""),
            ("a\r\nb", "\"a\r\nb\""), ("", "\"\""), ("\\.", "\"\\.\""), (" x ", " x "), ("ä漢", "ä漢"),
        ])
    func `CSV quotes what needs it`(_ text: String, as expected: String) throws {
        #expect(try written([["a": .string(text), "b": 1]], .csv) == "a,b\r\n\(expected),1\r\n")
    }

    @Test func `Null is empty in CSV, and a lone one is no empty line`() throws {
        #expect(try written([["a": nil, "b": ""]], .csv) == "a,b\r\n,\"\"\r\n")
        #expect(try written([["a": nil]], .csv) == "a\r\n\"\"\r\n")
    }

    @Test func `TSV is escaped as PostgreSQL reads it`() throws {
        let row: JSONValue = ["a": "t\tn\nr\rb\u{8}f\u{C}v\u{B}s\\", "b": nil, "c": ["x\t"], "d": ""]
        #expect(
            try written([row], .tsv) == "a\tb\tc\td\n" + #"t\tn\nr\rb\bf\fv\vs\\"# + "\t" + #"\N"# + "\t" + #"["x\\t"]"#
                + "\t\n")
        #expect(try written([["a": "\\N"]], .tsv) == "a\n\\\\N\n")
    }

    @Test func `A field without a column is reported`() throws {
        var (encoder, bytes) = (RowEncoder(RowLayout(format: .csv)), [UInt8]())
        for number in 0..<RowEncoder.headerRows {
            #expect(bytes.isEmpty)
            encoder.write(["id": .integer(Int64(number))], to: &bytes)
        }
        #expect(!bytes.isEmpty)
        #expect(encoder.notes.isEmpty)
        encoder.write(["id": 7, "late": 1], to: &bytes)
        encoder.finish(to: &bytes)
        #expect(encoder.notes.count == 1)
        #expect(encoder.notes.first?.contains("left out: late; name all fields with --select") == true)
        for name in "abcdefgh" { encoder.write([String(name): 1], to: &bytes) }
        #expect(encoder.notes.first?.contains("and others") == true)
    }

    @Test func `A selected field that no row has is told`() throws {
        let layout = RowLayout(
            format: .jsonl, fields: [.init(title: "id", path: "id"), .init(title: "nme", path: "nme")])
        var (encoder, bytes) = (RowEncoder(layout), [UInt8]())
        for row in rows { encoder.write(row, to: &bytes) }
        #expect(encoder.notes == ["No row has nme, which --select names."])
    }

    @Test(
        arguments: [
            (["--format", "cvs"], "Did you mean 'csv'?"), (["--format", "xml"], "jsonl, json, csv, tsv"),
            (["--select", "id,,name"], "empty field"), (["--select", ""], "empty field"),
            (["--select", "a/b,a.b"], "names a field twice"),
        ])
    func `Bad options are explained`(_ words: [String], saying expected: String) throws {
        let arguments = try Arguments(["http://x/"] + words, for: PullCommand.spec)
        do {
            _ = try PullCommand(arguments)
            Issue.record("no error")
        } catch {
            #expect(error.code == .usage)
            #expect(error.description.contains(expected), "\(error)")
        }
    }
}
