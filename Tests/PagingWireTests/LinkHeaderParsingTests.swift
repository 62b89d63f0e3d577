import Foundation
import PagingWire
import Testing

/// Reading Link headers.
@Suite
struct LinkHeaderParsingTests {
    let base = URL(string: "http://h:1/a/b?x=1")!

    @Test func `A value may be quoted or a token`() {
        let header = LinkHeader(#"<http://h/2>; rel="next", <http://h/1>; rel=prev"#)
        #expect(header.links == [Link("http://h/2", relations: ["next"]), Link("http://h/1", relations: ["prev"])])
    }

    @Test func `A quoted value may hold escapes, commas, semicolons and angle brackets`() {
        let header = LinkHeader(#"<a>; title="say \"hi\", <b>; rel=prev \\ "; rel=next"#)
        #expect(header.links.count == 1)
        #expect(header.first("next")?.parameter("title") == #"say "hi", <b>; rel=prev \ "#)
        #expect(header.first("prev") == nil)
    }

    @Test func `One rel may hold several relations`() {
        let header = LinkHeader(#"<a>; rel="last  next http://example.com/rel""#)
        #expect(header.first("next")?.target == "a")
        #expect(header.first("last")?.target == "a")
        #expect(header.first("HTTP://example.com/REL")?.target == "a")
    }

    @Test func `Only the first rel counts`() {
        let header = LinkHeader("<a>; rel=prev; rel=next, <b>; rel; rel=next")
        #expect(header.first("next") == nil)
        #expect(header.first("prev")?.target == "a")
    }

    @Test func `Names and relations compare without regard to case`() {
        let header = LinkHeader("<a>; REL=Next; Title=x")
        #expect(header.first("next")?.parameter("title") == "x")
        #expect(header.first("NEXT")?.parameter("TITLE") == "x")
    }

    @Test(
        arguments: [
            ("?p=2", "http://h:1/a/b?p=2"), ("/z", "http://h:1/z"), ("//o/p", "http://o/p"),
            ("c?cursor=ab%2Fc%3D", "http://h:1/a/c?cursor=ab%2Fc%3D"), ("", "http://h:1/a/b?x=1"),
            ("../../../q", "http://h:1/q"), ("http://o/?a=b c%2F", "http://o/?a=b%20c%2F"),
        ])
    func `Targets resolve by RFC 3986`(target: String, expected: String) {
        #expect(LinkHeader("<\(target)>; rel=next").url("next", relativeTo: base)?.absoluteString == expected)
    }

    @Test func `A target that is no address leads nowhere`() {
        #expect(LinkHeader("<http://[::1>; rel=next").url("next", relativeTo: base) == nil)
    }

    @Test func `Commas and semicolons inside a target belong to it`() {
        let header = LinkHeader("<http://h/?ids=1,2;3>; rel=next,<b>;rel=last")
        #expect(header.links.map(\.target) == ["http://h/?ids=1,2;3", "b"])
    }

    @Test func `Empty list elements are legal`() {
        #expect(LinkHeader(" , ,\t<a>; rel=next,, ,<b>;rel=prev, ").links.map(\.target) == ["a", "b"])
        #expect(LinkHeader("").links.isEmpty)
        #expect(LinkHeader(", ,").links.isEmpty)
    }

    @Test func `Spaces are allowed around every separator, and empty parameters between them`() {
        let header = LinkHeader("<a> ;; rel = \"next\" ; title\t= x y ;")
        #expect(header.first("next")?.parameter("title") == "x y")
    }

    @Test func `Several lines; what is broken in one does not reach into the next`() {
        let header = LinkHeader(fields: [#"<a>; rel=prev; title="open"#, "<b>; rel=next"])
        #expect(header.links.map(\.target) == ["b"])
    }

    @Test(
        arguments: [
            "a; rel=next, <b>; rel=next", "<a, <b>; rel=next", "<a> x; rel=next, <b>; rel=next",
            #"<a>; title="open; rel=next, <b>; rel=next"#, #"<a>; rel="next"x, <b>; rel=next"#,
            #""<a>; rel=next", <b>; rel=next"#,
        ])
    func `A broken link is left out, the others stay`(field: String) {
        #expect(LinkHeader(field).first("next")?.target == "b")
    }

    @Test func `A link without a relation is kept, and is no way on`() {
        let header = LinkHeader("<a>, <b>; title=x")
        #expect(header.links.count == 2)
        #expect(header.first("next") == nil)
    }

    @Test func `A link with an anchor is about something else, unless it is about the answer itself`() {
        let header = LinkHeader(##"<a>; rel=next; anchor="/other", <b>; rel=next; anchor="#part""##)
        #expect(header.first("next")?.target == "a")
        #expect(header.url("next", relativeTo: base) == nil)
        let own = LinkHeader(#"<c>; rel=next; anchor="/a/b?x=1""#)
        #expect(own.url("next", relativeTo: base)?.absoluteString == "http://h:1/a/c")
        #expect(LinkHeader(#"<c>; rel=next; anchor="""#).url("next", relativeTo: base) != nil)
    }

    @Test func `The extended notation goes before the plain one`() {
        let link = LinkHeader("<a>; rel=next; title=plain; title*=UTF-8'de'n%c3%a4chste").first("next")
        #expect(link?.parameter("title") == "nächste")
        #expect(LinkHeader("<a>; rel=next; title*=broken").first("next")?.parameter("title") == "broken")
        #expect(LinkHeader("<a>; title*=UTF-8''%c3").links.first?.parameter("title") == "UTF-8''%c3")
    }

    @Test(
        arguments: [
            ("http://h/x?filter[name]=a%20b", "http://h/x?filter%5Bname%5D=a%20b"),
            ("http://h/x?q={a|b}^%C3%A4", "http://h/x?q=%7Ba%7Cb%7D%5E%C3%A4"),
            ("http://h/x y?q=ä%20", "http://h/x%20y?q=%C3%A4%20"), ("http://h/\"%22", "http://h/%22%22"),
            ("http://[::1]:8080/x[1]?a[]=%5B", "http://[::1]:8080/x%5B1%5D?a%5B%5D=%5B"),
            ("?a[b]=%20", "?a%5Bb%5D=%20"),
            ("100%", "100%25"),
        ])
    func `Escapes stay as they are, whatever else an address holds`(text: String, encoded: String) throws {
        #expect(WireAddress.encoded(text) == encoded)
        let url = try #require(WireAddress.resolve(text, relativeTo: base))
        #expect(url.absoluteString.hasSuffix(encoded.replacing("http://[::1]:8080", with: "")))
    }

    @Test func `A scheme is the same in any case`() {
        #expect(WireAddress.resolve("HTTP://H/A?B=C:D", relativeTo: base)?.absoluteString == "http://H/A?B=C:D")
        #expect(WireAddress.resolve("A?B:C", relativeTo: base)?.absoluteString.hasSuffix("/A?B:C") == true)
    }

    @Test func `GitHub's header`() {
        let field = """
            <https://api.github.com/user/repos?page=3&per_page=100>; rel="next", \
            <https://api.github.com/user/repos?page=50&per_page=100>; rel="last"
            """
        let header = LinkHeader(field)
        #expect(
            header.url("next", relativeTo: base)?.absoluteString
                == "https://api.github.com/user/repos?page=3&per_page=100")
    }
}
