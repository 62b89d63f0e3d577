import Testing

@testable import PagingTool

/// Where the page's files are looked for.
@Suite struct PageFolderTests {
    @Test func aCheckoutHasThemInItsBuildFolder() {
        let folder = "/code/swift-paging/.build/x86_64-unknown-linux-gnu/release"
        let candidates = PageFolder.candidates(executable: folder + "/paging")
        #expect(candidates.contains("/code/swift-paging/.build/web"))
        #expect(!candidates.contains("/code/swift-paging/web"))
        #expect(
            PageFolder.candidates(for: "docs", executable: folder + "/paging").contains(
                "/code/swift-paging/.build/docs"))
    }

    @Test func installedTheyStandBesideTheExecutablesFolder() {
        #expect(PageFolder.candidates(executable: "/usr/local/bin/paging").first == "/usr/local/share/paging/web")
    }
}
