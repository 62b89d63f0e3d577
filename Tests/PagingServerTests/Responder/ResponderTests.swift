import PagingServer
import PagingWire
import Testing

@Suite struct ResponderTests {
    @Test(arguments: Backend.all) func `A page says its position`(_ backend: Backend) throws {
        let response = try backend.people().responder().get("/lists/people?offset=20&limit=10")
        #expect(response.status == 200)
        let json = try response.json()
        #expect(json.value(at: "paging/offset")?.int == 20)
        #expect(json.value(at: "paging/limit")?.int == 10)
        #expect(json.value(at: "paging/totalCount")?.int == 60)
        #expect(json.value(at: "paging/next")?.string == "/lists/people?offset=30&limit=10")
        #expect(json.value(at: "paging/previous")?.string == "/lists/people?offset=10&limit=10")
        #expect(json["objects"]?.array?.compactMap { $0["id"]?.int } == Array(stride(from: 63, through: 90, by: 3)))
        #expect(response.header("x-total-count") == "60")
        let links = LinkHeader(try #require(response.header("Link")))
        #expect(links.first("first")?.target == "/lists/people?offset=0&limit=10")
        #expect(links.first("prev")?.target == "/lists/people?offset=10&limit=10")
        #expect(links.first("next")?.target == "/lists/people?offset=30&limit=10")
        #expect(links.first("last")?.target == "/lists/people?offset=50&limit=10")
    }

    @Test(arguments: Backend.all) func `The limit is clamped and said`(_ backend: Backend) throws {
        let responder = try backend.people().responder()
        for (query, limit) in [("", 25), ("?limit=0", 1), ("?limit=9999", 500), ("?pageSize=7", 7)] {
            #expect(try responder.get("/lists/people" + query).json().value(at: "paging/limit")?.int == limit)
        }
    }

    @Test(arguments: Backend.all, [60, 61, 1_000_000, Int.max])
    func `Past the end there is nothing but the total`(_ backend: Backend, offset: Int) throws {
        let response = try backend.people().responder().get("/lists/people?offset=\(offset)")
        #expect(response.status == 200)
        let json = try response.json()
        #expect(json["objects"]?.array?.isEmpty == true)
        #expect(json.value(at: "paging/totalCount")?.int == 60)
        #expect(json.value(at: "paging/next")?.isNull == true)
    }

    @Test(
        arguments: Backend.all,
        [
            ("/lists/nobody", 404, "people"), ("/elsewhere", 404, "/lists"), ("/lists/people/1", 404, "/lists"),
            ("/lists/people?offset=-1", 400, "offset"), ("/lists/people?offset=ten", 400, "offset"),
            ("/lists/people?offset=99999999999999999999", 400, "offset"), ("/lists/people?limit=1.5", 400, "limit"),
            ("/lists/people?limit=", 400, "limit"), ("/lists/people?offset=1&offset=2", 400, "once"),
            ("/lists/people?limit=1&pageSize=2", 400, "pageSize"), ("/lists/people?color=red", 400, "groupBy"),
            ("/lists/people?sort=height", 400, "town"), ("/lists/people?sort=-height", 400, "town"),
            ("/lists/people?groupBy=height", 400, "town"), ("/lists/people?metadataOnly", 400, "groupBy"),
            ("/lists/people?group=Ulm", 400, "groupBy"), ("/lists/people?groupBy=age&groupType=integer", 400, "group"),
            ("/lists/people?groupBy=age&group=x&groupType=integer", 400, "integer"),
            ("/lists/people?groupBy=age&group=1&groupType=color", 400, "real"),
            ("/lists/people?groupBy=age&group=NaN&groupType=real", 400, "real"),
            ("/lists/people?sort=%zz", 400, "encoded"), ("/lists/%ff", 400, "encoded"),
            ("/lists?offset=1", 400, "offset"),
            ("/lists/people?groupBy=age&metadataOnly=maybe", 400, "metadataOnly"),
            ("/lists/people?groupBy=age&group=1&metadataOnly", 400, "section"),
            ("/lists/people?sort=" + String(repeating: "x", count: 9000), 414, "bytes"),
        ])
    func `A request that cannot be answered is a problem`(
        _ backend: Backend, asked: (target: String, status: Int, names: String)
    ) throws {
        let (target, status, names) = asked
        let response = try backend.people().responder().get(target)
        #expect(response.status == status)
        #expect(response.header("Content-Type") == "application/problem+json")
        let problem = try response.json()
        #expect(problem["status"]?.int == status)
        #expect(problem["detail"]?.string?.contains(names) == true, "\(problem.json)")
    }

    @Test(arguments: Backend.all) func `Other methods are refused and options explained`(_ backend: Backend) throws {
        let responder = try backend.people().responder()
        let post = responder.respond(to: Request(method: "POST", target: "/lists/people"))
        #expect(post.status == 405)
        #expect(post.header("Allow") == "GET, HEAD, OPTIONS")
        let options = responder.respond(to: Request(method: "OPTIONS", target: "/lists/people"))
        #expect(options.status == 204)
        #expect(options.header("Access-Control-Allow-Origin") == nil)
        #expect(options.header("Access-Control-Allow-Methods") == "GET, HEAD, OPTIONS")
    }

    @Test(arguments: Backend.all) func `HEAD is GET without a body`(_ backend: Backend) throws {
        let responder = try backend.people().responder()
        func pair() -> (get: Response, head: Response) {
            let target = "/lists/people?limit=5"
            return (responder.get(target), responder.respond(to: Request(method: "HEAD", target: target)))
        }
        var (get, head) = pair()
        // A version without a log is of the whole PostgreSQL server, to which other tests write.
        while get.header("ETag") != head.header("ETag") { (get, head) = pair() }
        #expect(get.header("ETag") != nil)
        #expect(head.status == 200)
        #expect(head.body.isEmpty)
        #expect(head.contentLength == get.body.count)
        #expect(head.header("X-Total-Count") == "60")
        #expect(head.header("Link") == get.header("Link"))
    }

    @Test(arguments: Backend.all) func `The index leads to answers`(_ backend: Backend) throws {
        let responder = try backend.people().responder()
        let body = try responder.get("/").json()
        let addresses = try #require(body["try"]?.array?.compactMap { $0.string })
        #expect(addresses.count > 3)
        for address in addresses { #expect(responder.get(address).status == 200, "\(address)") }
    }

    @Test(arguments: Backend.all) func `Lists are described`(_ backend: Backend) throws {
        let lists = try backend.people().responder().get("/lists").json()
        #expect(lists.array?.count == 1)
        let list = try #require(lists.array?.first)
        #expect(list["name"]?.string == "people")
        #expect(list["url"]?.string == "/lists/people")
        #expect(list["count"]?.int == 60)
        #expect(list["columns"]?.array?.compactMap { $0["name"]?.string } == ["id", "name", "town", "age"])
        #expect(list["columns"]?.array?.compactMap { $0["indexed"]?.bool } == [true, false, true, false])
    }
}
