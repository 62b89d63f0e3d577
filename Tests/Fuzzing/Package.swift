// swift-tools-version: 6.2

import PackageDescription

// Of its own, as everything in it is compiled with the fuzzer's counters: `Scripts/fuzz`.
let package = Package(
    name: "swift-paging-fuzzing",
    dependencies: [.package(name: "swift-paging", path: "../..")],
    targets: [
        .executableTarget(
            name: "FuzzServer", dependencies: [.product(name: "PagingServer", package: "swift-paging")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])],
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])])
    ],
    swiftLanguageModes: [.v6]
)
