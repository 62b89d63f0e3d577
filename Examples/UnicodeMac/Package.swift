// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "UnicodeMac",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "swift-paging", path: "../..")],
    targets: [
        .executableTarget(
            name: "UnicodeMac",
            dependencies: [
                .product(name: "PagingHTTP", package: "swift-paging"),
                .product(name: "PagingUI", package: "swift-paging"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
