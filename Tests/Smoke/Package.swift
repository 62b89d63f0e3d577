// swift-tools-version: 6.2
// One smoke test a view, for simulators and Macs: `.github/workflows/macos.yml` runs them. A package of its own, so that the library has no
// test that needs a screen.
import PackageDescription

let package = Package(
    name: "Smoke",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [.library(name: "Smoke", targets: ["Smoke"])],
    dependencies: [.package(name: "swift-paging", path: "../..")],
    targets: [
        // Xcode makes a scheme of a product.
        .target(name: "Smoke"),
        .testTarget(
            name: "SmokeTests",
            dependencies: [
                "Smoke", .product(name: "Paging", package: "swift-paging"),
                .product(name: "PagingTesting", package: "swift-paging"),
                .product(name: "PagingUI", package: "swift-paging"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
