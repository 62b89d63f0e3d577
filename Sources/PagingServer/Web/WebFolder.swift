internal import Foundation
internal import PagingWire

/// The files of the page that `make web` builds, read once from a folder and served from memory.
///
/// ```swift
/// let page = try WebFolder(path: ".build/web")
/// let server = try HTTPServer(configuration: .init()) { page.respond(to: $0) ?? responder.respond(to: $0) }
/// ```
///
/// | address | answer |
/// | --- | --- |
/// | `/` | `index.html`, except for clients that ask for JSON and not for a page |
/// | `/web/VERSION/NAME` | a file, to be kept forever: the folder's `version` names this state of all files |
/// | `/web/NAME` | the same file, to be checked with each use |
///
/// If a file `NAME.br` or `NAME.gz` is beside a file, clients that accept Brotli or gzip get that. Addresses are looked up among the names that
/// were read, so none leads out of the folder. Subfolders are not read. Changed files are read at the next start. A page of your own is a ``SiteFolder``.
public struct WebFolder: Sendable {
    private let files: [String: WebFile]
    private let version: String?

    /// The page's permissions: load from this server, compile its WebAssembly, connect to this server, and nothing else.
    static let policy =
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

    /// Reads a folder.
    ///
    /// - Parameter path: the folder, with an `index.html`.
    /// - Throws: ``WebFolderError`` if the folder is missing, unreadable or too large.
    public init(path: String) throws(WebFolderError) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path), names.contains("index.html")
        else {
            throw .noPage(path: path)
        }
        var contents: [String: [UInt8]] = [:]
        var bytes = 0
        for name in names.sorted() where !name.hasPrefix(".") {
            var isFolder: ObjCBool = false
            let file = path + "/" + name
            guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), !isFolder.boolValue else {
                continue
            }
            guard let data = FileManager.default.contents(atPath: file) else { throw .unreadable(path: file) }
            bytes += data.count
            guard bytes <= ServerLimits.maximumWebFolderBytes else { throw .tooLarge(path: path) }
            contents[name] = Array(data)
        }
        var files: [String: WebFile] = [:]
        for (name, body) in contents {
            guard let type = WebFile.type(of: name) else { continue }
            files[name] = WebFile(
                type: type, body: body, gzip: contents[name + ".gz"], brotli: contents[name + ".br"])
        }
        self.files = files
        version = contents["version"].map { WebFolder.version(Data($0)) }
    }

    /// The version in the content of the file that names it.
    static func version(_ content: Data) -> String {
        String(decoding: content, as: UTF8.self).filter { $0.isLetter || $0.isNumber }
    }

    /// Answers a request for the page or one of its files.
    ///
    /// - Returns: `nil` for any other address.
    public func respond(to request: Request) -> Response? {
        guard request.method == "GET" || request.method == "HEAD" else { return nil }
        let segments = request.path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        var response: Response
        switch segments.count {
        case 0 where request.wantsPage:
            guard let file = files["index.html"] else { return nil }
            response = file.response(to: request, isKept: false)
            response.headers.append(("Content-Security-Policy", WebFolder.policy))
            response.headers.append(("Referrer-Policy", "no-referrer"))
        case 2 where segments[0] == "web":
            guard let file = files[segments[1]] else { return nil }
            response = file.response(to: request, isKept: false)
        case 3 where segments[0] == "web" && segments[1] == version:
            guard let file = files[segments[2]] else { return nil }
            response = file.response(to: request, isKept: true)
        default: return nil
        }
        response.headers.append(("X-Content-Type-Options", "nosniff"))
        return request.method == "HEAD" ? response.withoutBody : response
    }
}

extension Request {
    /// `true` if `/` is requested as a page: by any client that does not ask only for JSON.
    var wantsPage: Bool {
        guard let accept = header("Accept") else { return true }
        return accept.contains("text/html") || !accept.contains("json")
    }
}
