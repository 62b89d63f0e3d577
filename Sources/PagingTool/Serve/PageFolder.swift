internal import Foundation

/// The folders of the web page and of the documentation.
///
/// They are files outside the executable, so that the page can be edited or replaced without a compiler. They are found relative to the
/// executable, so that it contains no path of the build machine.
enum PageFolder {
    /// The number of levels above the executable that are searched: a checkout has the folder in `.build`, two levels above.
    private static let levels = 2

    /// The possible folders of the page, the most likely first.
    ///
    /// - Parameters:
    ///   - name: `web`, or `docs`.
    ///   - executable: the path of the executable, without symbolic links.
    static func candidates(for name: String = "web", executable: String) -> [String] {
        var folder = URL(fileURLWithPath: executable).deletingLastPathComponent()
        // The installed layout: bin/paging and share/paging/web.
        var candidates = [folder.deletingLastPathComponent().path + "/share/paging/\(name)"]
        for _ in 0...levels {
            candidates.append(folder.appendingPathComponent(name).path)
            folder.deleteLastPathComponent()
        }
        return candidates
    }

    /// The folder of the page that came with this executable, or `nil` if there is none.
    static func find() -> String? { find("web", with: ["paged-list.js", "index.html"]) }

    /// The folder of the documentation that `make docs` built, or `nil` if there is none.
    static func findDocumentation() -> String? { find("docs", with: ["index.html", "metadata.json"]) }

    private static func find(_ name: String, with files: [String]) -> String? {
        guard let executable = Bundle.main.executableURL?.resolvingSymlinksInPath().path else { return nil }
        return candidates(for: name, executable: executable).first { folder in
            files.allSatisfy { FileManager.default.fileExists(atPath: folder + "/" + $0) }
        }
    }
}
