internal import Foundation
internal import PagingWire

/// A static site in a folder, whose files are read with each request: documentation below an address, or a page of your own at `/`.
///
/// ```swift
/// let page = try SiteFolder(path: "site")
/// let site = try SiteFolder(path: ".build/docs", at: "docs")
/// let server = try HTTPServer(configuration: .init()) {
///     page.respond(to: $0) ?? site.respond(to: $0) ?? responder.respond(to: $0)
/// }
/// ```
///
/// The address of a folder leads to its `index.html`. `/docs` and `/docs/guide` redirect to the same address with a slash at the end, which
/// relative links in pages need. Hidden files, files of types that pages do not use, and links out of the folder are not found. If `NAME.br` or
/// `NAME.gz` is beside a file and is not older, clients that accept Brotli or gzip get that.
///
/// A site at `/` leaves `/lists` and everything below it to the lists. Its files are also below `/web/`, as those of ``WebFolder`` are.
public struct SiteFolder: Sendable {
    private let path: String
    /// The first part of the addresses, or `nil` at `/`.
    private let name: String?

    /// The permissions of pages below an address of their own: load from this server and use inline styles, and nothing else.
    ///
    /// A page at `/` belongs to the operator, who sets its policy in a `meta` element.
    static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    /// Checks that a folder has a front page.
    ///
    /// - Parameters:
    ///   - path: the folder, with an `index.html`.
    ///   - name: the first part of its addresses, without slashes; `nil` for a site at `/`, which is sent without a policy for its content.
    /// - Throws: ``WebFolderError/noPage(path:)`` if there is no `index.html`.
    public init(path: String, at name: String? = nil) throws(WebFolderError) {
        self.path = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
        self.name = name
        guard time(of: "index.html") != nil else { throw .noPage(path: path) }
    }

    /// Answers a request for a file of the site.
    ///
    /// - Returns: `nil` for an address that is not the site's.
    public func respond(to request: Request) -> Response? {
        guard request.method == "GET" || request.method == "HEAD", let target = target(of: request) else { return nil }
        let isFolder = request.path.hasSuffix("/")
        let page = target.isEmpty || target.hasSuffix("/") ? target + "index.html" : target + "/index.html"
        if !isFolder, time(of: page) != nil, let last = request.path.split(separator: "/").last {
            // A relative address, so that it is correct behind a proxy that changes the site's address.
            return Response(status: 308, headers: [("Location", "./\(last)/"), ("Cache-Control", "no-cache")])
        }
        let file = isFolder ? page : target
        guard let type = SiteFolder.type(of: file), let contents = contents(of: file, type: type) else { return nil }
        var response = contents.response(to: request, isKept: false)
        if name != nil, type.hasPrefix("text/html") {
            response.headers.append(("Content-Security-Policy", SiteFolder.policy))
        }
        response.headers.append(("Referrer-Policy", "no-referrer"))
        response.headers.append(("X-Content-Type-Options", "nosniff"))
        return request.method == "HEAD" ? response.withoutBody : response
    }

    /// The path below the folder that a request asks for, or `nil` if it is not the site's.
    private func target(of request: Request) -> String? {
        var parts = request.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)[...]
        if let name {
            guard parts.popFirst().map(String.init) == name else { return nil }
        } else {
            if parts.first == "lists" || (request.path == "/" && !request.wantsPage) { return nil }
            // The addresses that a page has that `make web` built: `/web/VERSION/NAME`.
            if parts.count > 1, parts.first == "web" {
                parts.removeFirst()
                if parts.count > 1, parts.first.map(String.init) == version { parts.removeFirst() }
            }
        }
        return parts.joined(separator: "/").removingPercentEncoding
    }

    /// The content of the file `version`, which `make web` writes, or `nil` if there is none.
    private var version: String? {
        FileManager.default.contents(atPath: path + "/version").map(WebFolder.version)
    }

    private func contents(of file: String, type: String) -> WebFile? {
        guard let time = time(of: file), let body = read(file) else { return nil }
        func packed(_ ending: String) -> [UInt8]? {
            // Files that were copied together differ by less than a second. A much older one is of a file that was edited since.
            guard let packedTime = self.time(of: file + ending), packedTime > time - 1 else { return nil }
            return read(file + ending)
        }
        return WebFile(type: type, body: body, gzip: packed(".gz"), brotli: packed(".br"))
    }

    private func read(_ file: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path + "/" + file).map { Array($0) }
    }

    /// The time at which a file was modified last, or `nil` if there is no such file in the folder, or it is too large to be sent: files are read
    /// with each request, so that is asked before.
    private func time(of file: String) -> Date? {
        let parts = file.split(separator: "/", omittingEmptySubsequences: false)
        // No empty part, no `..` and nothing hidden.
        guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && !$0.contains("\0") }) else { return nil }
        let resolved = URL(fileURLWithPath: path + "/" + file).resolvingSymlinksInPath().path
        guard resolved.hasPrefix(path + "/"),
            let attributes = try? FileManager.default.attributesOfItem(atPath: resolved),
            attributes[.type] as? FileAttributeType == .typeRegular,
            attributes[.size] as? Int ?? .max <= ServerLimits.maximumWebFolderBytes
        else { return nil }
        return attributes[.modificationDate] as? Date
    }

    private static func type(of name: String) -> String? {
        switch name.split(separator: ".").last {
        case "mjs": "text/javascript; charset=utf-8"
        case "json", "map": "application/json"
        case "webmanifest": "application/manifest+json"
        case "ico": "image/x-icon"
        case "jpg", "jpeg": "image/jpeg"
        case "gif": "image/gif"
        case "webp": "image/webp"
        case "avif": "image/avif"
        case "woff": "font/woff"
        case "woff2": "font/woff2"
        default: WebFile.type(of: name)
        }
    }
}
