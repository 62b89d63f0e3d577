import Testing

@testable import PagingTool

/// Where the page's files are looked for.
@Suite struct PageFolderTests {
    @Test func `A checkout has them in its build folder`() {
        let folder = "/code/swift-paging/.build/x86_64-unknown-linux-gnu/release"
        let candidates = PageFolder.candidates(executable: folder + "/paging")
        #expect(candidates.contains("/code/swift-paging/.build/web"))
        #expect(!candidates.contains("/code/swift-paging/web"))
        #expect(
            PageFolder.candidates(for: "docs", executable: folder + "/paging").contains(
                "/code/swift-paging/.build/docs"))
    }

    @Test func `Installed, they are beside the executable's folder`() {
        #expect(PageFolder.candidates(executable: "/usr/local/bin/paging").first == "/usr/local/share/paging/web")
    }
}
