internal import Foundation
internal import PagingWire

/// A static site in a folder, such as the one built by `make docs`. File names are read once, files with each request.
///
/// ```swift
/// let site = try SiteFolder(path: ".build/docs", at: "docs")
/// let server = try HTTPServer(configuration: .init()) { site.respond(to: $0) ?? responder.respond(to: $0) }
/// ```
///
/// The address of a folder leads to its `index.html`. `/docs` and `/docs/guide` redirect to the same address with a slash at the end, which
/// relative links in pages need. Addresses are looked up among the names that were read, so none leads out of the folder. A file that was
/// deleted meanwhile is not found.
public struct SiteFolder: Sendable {
    private let path: String
    private let name: String
    private let files: Set<String>

    /// The permissions of the site's pages: load from this server and use inline styles, and nothing else.
    static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    /// Reads a folder's names.
    ///
    /// - Parameters:
    ///   - path: the folder, with an `index.html`.
    ///   - name: the first part of its addresses, without slashes.
    /// - Throws: ``WebFolderError``: there is no `index.html`, or there are too many files.
    public init(path: String, at name: String) throws(WebFolderError) {
        let root = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath()
        var files: Set<String> = []
        let names = FileManager.default.enumerator(atPath: root.path)
        while let file = names?.nextObject() as? String {
            guard names?.fileAttributes?[.type] as? FileAttributeType == .typeRegular else { continue }
            files.insert(file)
            guard files.count <= ServerLimits.maximumSiteFiles else { throw .tooManyFiles(path: path) }
        }
        guard files.contains("index.html") else { throw .noPage(path: path) }
        (self.path, self.name, self.files) = (root.path, name, files)
    }

    /// Answers a request for a file of the site.
    ///
    /// - Returns: `nil` for an address that is not the site's.
    public func respond(to request: Request) -> Response? {
        guard request.method == "GET" || request.method == "HEAD" else { return nil }
        let parts = request.path.dropFirst().split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.first.map(String.init) == name,
            let target = (parts.count > 1 ? String(parts[1]) : "").removingPercentEncoding
        else { return nil }
        let isFolder = target.isEmpty ? parts.count == 2 : target.hasSuffix("/")
        let folder = target.hasSuffix("/") || target.isEmpty ? target : target + "/"
        if !isFolder, files.contains(folder + "index.html") {
            // A relative address, so that it is correct behind a proxy that changes the site's address.
            let last = request.path.split(separator: "/").last.map(String.init) ?? name
            return Response(status: 308, headers: [("Location", "./\(last)/"), ("Cache-Control", "no-cache")])
        }
        let file = isFolder ? folder + "index.html" : target
        guard files.contains(file), let type = SiteFolder.type(of: file),
            let body = FileManager.default.contents(atPath: path + "/" + file),
            body.count <= ServerLimits.maximumWebFolderBytes
        else { return nil }
        var response = WebFile(type: type, body: Array(body), gzip: nil, brotli: nil).response(
            to: request, isKept: false)
        if type.hasPrefix("text/html") { response.headers.append(("Content-Security-Policy", SiteFolder.policy)) }
        response.headers.append(("Referrer-Policy", "no-referrer"))
        response.headers.append(("X-Content-Type-Options", "nosniff"))
        return request.method == "HEAD" ? response.withoutBody : response
    }

    private static func type(of name: String) -> String? {
        switch name.split(separator: ".").last {
        case "json": "application/json"
        case "ico": "image/x-icon"
        case "jpg": "image/jpeg"
        default: WebFile.type(of: name)
        }
    }
}
