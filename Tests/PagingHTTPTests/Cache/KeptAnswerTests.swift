import Foundation
import Testing

@testable import PagingHTTP

@Suite
struct KeptAnswerTests {
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)

    /// The permitted uses of an answer of these headers, by the seconds since it came.
    private static func use(
        _ headers: HTTPHeaders, after seconds: TimeInterval, lifetime: TimeInterval = 180
    ) throws -> KeptAnswer.Use {
        let answer = HTTPAnswer(status: 200, headers: headers, body: Data("[]".utf8))
        let kept = try #require(KeptAnswer(answer, key: "k", request: [:], askedAt: start, now: start))
        return kept.use(lifetime: lifetime, now: start.addingTimeInterval(seconds))
    }

    @Test(
        arguments: [
            ([:], [(0, .stale), (179, .stale), (180, .afterConfirming), (-1, .afterConfirming)]),
            (["Cache-Control": "max-age=60"], [(0, .fresh), (59, .fresh), (60, .afterConfirming)]),
            (
                ["Cache-Control": "private, MAX-AGE=60 , stale-while-revalidate=\"30\""],
                [(59, .fresh), (60, .stale), (89, .stale), (90, .afterConfirming)]
            ),
            (["Cache-Control": "max-age=60", "Age": "50"], [(9, .fresh), (10, .afterConfirming)]),
            (["Cache-Control": "max-age=0"], [(0, .afterConfirming)]),
            (["Cache-Control": "max-age=soon"], [(0, .afterConfirming)]),
            (["Cache-Control": "max-age=99999999999999999999"], [(1_000_000, .fresh)]),
            (["Cache-Control": "no-cache, max-age=60"], [(0, .afterConfirming)]),
            (["Cache-Control": "no-cache=\"Set-Cookie, X\", max-age=60"], [(0, .fresh)]),
            (["Cache-Control": "no-cache, no-cache=\"Set-Cookie\", max-age=60"], [(0, .afterConfirming)]),
            (["Cache-Control": "max-age=60, max-age=3600"], [(59, .fresh), (60, .afterConfirming)]),
            (["Cache-Control": "max-age=3600, max-age=60"], [(59, .fresh), (60, .afterConfirming)]),
            (["Cache-Control": "x=\"a\\\", no-cache\", max-age=60"], [(59, .fresh), (60, .afterConfirming)]),
            (["Cache-Control": "max-age=60", "Age": "50, 10"], [(9, .fresh), (10, .afterConfirming)]),
            (["Cache-Control": "max-age=60", "Age": "10, 50"], [(49, .fresh), (50, .afterConfirming)]),
            (["Expires": "Sunday, 06-Nov-94 08:49:37 GMT"], [(0, .afterConfirming)]),
            (["Pragma": "no-cache"], [(0, .afterConfirming)]),
            (["Cache-Control": "must-revalidate, max-age=60"], [(59, .fresh), (60, .afterConfirming)]),
            (["Cache-Control": "must-revalidate, max-age=60, stale-while-revalidate=30"], [(61, .afterConfirming)]),
            (["Expires": "0"], [(0, .afterConfirming)]),
            (["Age": "170"], [(9, .stale), (10, .afterConfirming)]),
            // 2027-01-15 08:00:00 is the start.
            (
                ["Date": "Fri, 15 Jan 2027 08:00:00 GMT", "Expires": "Fri, 15 Jan 2027 08:01:00 GMT"],
                [(59, .fresh), (60, .afterConfirming)]
            ),
            // Another cache had it for 40 seconds without saying so.
            (
                ["Date": "Fri, 15 Jan 2027 07:59:20 GMT", "Cache-Control": "max-age=60"],
                [(19, .fresh), (20, .afterConfirming)]
            ),
        ] as [(HTTPHeaders, [(TimeInterval, KeptAnswer.Use)])])
    func `Until when an answer is fresh, and until when it may be shown`(
        _ headers: HTTPHeaders, _ expected: [(TimeInterval, KeptAnswer.Use)]
    ) throws {
        for (seconds, use) in expected {
            #expect(try Self.use(headers, after: seconds) == use, "\(headers) after \(seconds) s")
        }
    }

    @Test(
        arguments: ["no-cache", "max-age=9, must-revalidate"])
    func `Where the app says so, its lifetime holds against stricter servers`(_ control: String) throws {
        let answer = HTTPAnswer(status: 200, headers: ["Cache-Control": control])
        let kept = try #require(KeptAnswer(answer, key: "k", request: [:], askedAt: Self.start, now: Self.start))
        for (seconds, use) in [(10.0, KeptAnswer.Use.stale), (179, .stale), (180, .afterConfirming)] {
            #expect(kept.use(lifetime: 180, rules: .app, now: Self.start.addingTimeInterval(seconds)) == use)
        }
        #expect(kept.use(lifetime: 180, rules: .server, now: Self.start.addingTimeInterval(10)) == .afterConfirming)
    }

    @Test(
        arguments: [
            (HTTPAnswer(status: 200, headers: ["Cache-Control": "max-age=60, no-store"]), [:]),
            (HTTPAnswer(status: 200, headers: ["Cache-Control": "x=\"1, no-store"]), [:]),
            (HTTPAnswer(status: 200, headers: ["Vary": "Accept, *"]), [:]),
            (HTTPAnswer(status: 200), ["cache-control": "no-store"]),
            (HTTPAnswer(status: 206), [:]), (HTTPAnswer(status: 404), [:]), (HTTPAnswer(status: 500), [:]),
        ] as [(HTTPAnswer, [String: String])])
    func `What must not be kept`(_ answer: HTTPAnswer, _ request: [String: String]) {
        #expect(KeptAnswer(answer, key: "k", request: request, askedAt: Self.start, now: Self.start) == nil)
    }

    @Test func `An answer is one only to requests with the headers that it varies by, and keeps no cookie`() throws {
        let answer = HTTPAnswer(status: 200, headers: ["Vary": "Accept-Language, X-Plan", "Set-Cookie": "a=b"])
        let request = ["accept-language": "de"]
        let kept = try #require(
            KeptAnswer(answer, key: "k", request: request, askedAt: Self.start, now: Self.start))
        #expect(kept.matches(["accept-language": "de", "accept": "x"]))
        #expect(!kept.matches(["accept-language": "fr"]))
        #expect(!kept.matches(["accept-language": "de", "x-plan": "gold"]))
        #expect(kept.headers["set-cookie"] == nil)
    }

    @Test func `A confirmation makes it young again, and its headers are the new ones`() throws {
        var kept = try #require(
            KeptAnswer(
                HTTPAnswer(
                    status: 200, headers: ["Cache-Control": "max-age=1", "ETag": "\"a\"", "Content-Length": "2"]),
                key: "k", request: [:], askedAt: Self.start, now: Self.start))
        let later = Self.start.addingTimeInterval(100)
        let news = HTTPAnswer(status: 304, headers: ["Cache-Control": "max-age=60", "Content-Length": "0"])
        kept.confirm(news, askedAt: later, now: later)
        #expect(kept.use(lifetime: 0, now: later.addingTimeInterval(59)) == .fresh)
        #expect(kept.headers["content-length"] == "2")
        #expect(kept.conditions == ["If-None-Match": "\"a\""])
    }

    @Test func `A file is read again, and not where a bit of it is another, or it is under another name`() throws {
        let answer = HTTPAnswer(status: 200, headers: ["ETag": "\"a\"", "Vary": "X"], body: Data("[1, 2]".utf8))
        let kept = try #require(KeptAnswer(answer, key: "k", request: [:], askedAt: Self.start, now: Self.start))
        let file = try #require(kept.file)
        let read = try #require(KeptAnswer(file: file, key: "k"))
        #expect(read.answer() == answer)
        #expect(read.confirmedAt == Self.start)
        #expect(read.matches([:]) && !read.matches(["x": "1"]))
        #expect(KeptAnswer(file: file, key: "other") == nil)
        for index in file.indices {
            var damaged = file
            damaged[index] ^= 4
            #expect(KeptAnswer(file: damaged, key: "k") == nil)
        }
        for count in 0..<file.count { #expect(KeptAnswer(file: file.prefix(count), key: "k") == nil) }
    }

    // Source: FIPS 180-4's examples, by NIST.
    @Test(
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (String(repeating: "a", count: 1_000), "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
        ])
    func `Digests are those of SHA-256`(_ text: String, _ digest: String) { #expect(SHA256.name(of: text) == digest) }

    @Test func `A value behind no-store makes it no weaker`() {
        let answer = HTTPAnswer(status: 200, headers: ["Cache-Control": "no-store=\"x\", max-age=60"])
        #expect(KeptAnswer(answer, key: "k", request: [:], askedAt: Self.start, now: Self.start) == nil)
    }

    @Test func `What Vary names is compared without the case and the spaces that make no difference`() throws {
        let answer = HTTPAnswer(status: 200, headers: ["Vary": "Accept-Language, X-Key"])
        let request = ["accept-language": "en, DE;q=0.5", "x-key": "a"]
        let kept = try #require(KeptAnswer(answer, key: "k", request: request, askedAt: Self.start, now: Self.start))
        #expect(kept.matches(["accept-language": "EN ,de;q=0.5", "x-key": "a"]))
        #expect(!kept.matches(["accept-language": "en, DE;q=0.5", "x-key": "A"]))
    }

    @Test func `An answer stands in for an error as long as its server says`() throws {
        for (control, seconds, isAllowed) in [
            ("max-age=60, stale-if-error=30", 89.0, true), ("max-age=60, stale-if-error=30", 90, false),
            ("max-age=60", 61, false),
            ("max-age=60, stale-if-error=30, must-revalidate", 70, false),
        ] {
            let answer = HTTPAnswer(status: 200, headers: ["Cache-Control": control])
            let kept = try #require(KeptAnswer(answer, key: "k", request: [:], askedAt: Self.start, now: Self.start))
            #expect(
                kept.mayStandInForError(now: Self.start.addingTimeInterval(seconds)) == isAllowed,
                "\(control) after \(seconds)")
        }
    }
}
