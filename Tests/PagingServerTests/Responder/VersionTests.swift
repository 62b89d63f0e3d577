import Foundation
import PagingServer
import PagingWire
import Testing

@Suite struct VersionTests {
    let people: Fixture

    init() throws { people = try Fixture.people() }

    @Test func `A known answer is not sent again`() throws {
        let responder = try people.responder()
        let tag = try #require(responder.get("/lists/people").header("ETag"))
        for field in [tag, "W/" + tag, "\"other\", " + tag, "*"] {
            let response = responder.get("/lists/people?offset=3", headers: [("If-None-Match", field)])
            #expect(response.status == 304)
            #expect(response.body.isEmpty)
            #expect(response.header("ETag") == tag)
        }
        #expect(responder.get("/lists/people", headers: [("If-None-Match", "\"other\"")]).status == 200)
    }

    @Test func `HEAD and GET name the same state in body and tag`() throws {
        let responder = try people.responder()
        let page = responder.get("/lists/people")
        let tag = try #require(page.header("ETag"))
        #expect(try page.json().value(at: "paging/version")?.string.map { "\"\($0)\"" } == tag)
        #expect(
            try responder.get("/lists/people?after=").json().value(at: "paging/version")?.string.map { "\"\($0)\"" }
                == tag)
        let head = responder.respond(
            to: Request(method: "HEAD", target: "/lists/people", headers: [("If-None-Match", tag)]))
        #expect(head.status == 304)
        #expect(head.header("ETag") == tag)
    }

    @Test(arguments: ["DELETE", "WAL"])
    func `A commit changes the tag and the count`(journal: String) throws {
        try people.write(["PRAGMA journal_mode = \(journal)"])
        let responder = try people.responder()
        let before = responder.get("/lists/people")
        #expect(responder.get("/lists/people").header("ETag") == before.header("ETag"))
        try people.write(["DELETE FROM people WHERE id = 3"])
        let after = responder.get("/lists/people")
        #expect(after.header("ETag") != before.header("ETag"))
        #expect(after.header("X-Total-Count") == "59")
        try people.write(["CREATE TABLE pets (id INTEGER PRIMARY KEY)"])
        #expect(responder.get("/lists/pets").status == 200)
    }

    @Test func `Another process knows the state of an untouched file`() throws {
        let tag = try people.responder().get("/lists/people").header("ETag")
        #expect(try people.responder().get("/lists/people").header("ETag") == tag)
    }

    @Test func `A replaced file is opened anew`() throws {
        let responder = try people.responder()
        let tag = responder.get("/lists/people").header("ETag")
        let other = try Fixture(["CREATE TABLE animals (id INTEGER PRIMARY KEY)"])
        #expect(rename(other.path, people.path) == 0)
        #expect(responder.get("/lists/people").status == 404)
        let animals = responder.get("/lists/animals")
        #expect(animals.status == 200)
        #expect(animals.header("ETag") != tag)
    }

    @Test func `A removed file is a problem until it is back`() throws {
        let responder = try people.responder()
        let aside = people.path + ".aside"
        #expect(rename(people.path, aside) == 0)
        let response = responder.get("/lists/people")
        #expect(response.status == 503)
        #expect(try response.json()["detail"]?.string?.contains("no such file") == true)
        #expect(rename(aside, people.path) == 0)
        #expect(responder.get("/lists/people").status == 200)
    }
}
