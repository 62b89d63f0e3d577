internal import Foundation

/// Where the web page's files are.
///
/// They are files and no part of the executable, so that a page can be worked on, and another be put in its place, without a
/// compiler; and found from where the executable is, so that no folder of the machine that built it is written into it.
enum PageFolder {
    /// How far above the executable a folder `web` is looked for: a checkout has it in `.build`, two above.
    private static let levels = 2

    /// The folders where the page may be, the likeliest first.
    ///
    /// - Parameter executable: the path of the executable, without symbolic links.
    static func candidates(executable: String) -> [String] {
        var folder = URL(fileURLWithPath: executable).deletingLastPathComponent()
        // Installed: bin/paging and share/paging/web.
        var candidates = [folder.deletingLastPathComponent().path + "/share/paging/web"]
        for _ in 0...levels {
            candidates.append(folder.appendingPathComponent("web").path)
            folder.deleteLastPathComponent()
        }
        return candidates
    }

    /// The folder of the page that came with this executable; `nil` where there is none.
    static func find() -> String? {
        guard let executable = Bundle.main.executableURL?.resolvingSymlinksInPath().path else { return nil }
        return candidates(executable: executable).first {
            FileManager.default.fileExists(atPath: $0 + "/paged-list.js")
                && FileManager.default.fileExists(atPath: $0 + "/index.html")
        }
    }
}
