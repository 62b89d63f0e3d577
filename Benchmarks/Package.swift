// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "swift-paging-benchmarks",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "swift-paging", path: "..")
    ],
    targets: [
        // For things that only C can do: reading the allocator's count, and looking at a value behind the optimizer's back.
        .target(name: "CBench"),
        // Measuring and printing, the same for every benchmark.
        .target(name: "BenchTable", dependencies: ["CBench"]),
        // The peer: a dictionary of pages, in a module of its own as such a library is.
        .target(name: "PageDictionary"),
        // Counts allocations by standing in for the allocator.
        .target(name: "CAllocations"),
        .executableTarget(
            name: "ListBench",
            dependencies: [
                "BenchTable", "CAllocations", .product(name: "Paging", package: "swift-paging"),
                .product(name: "PagingCore", package: "swift-paging"),
            ]),
        .executableTarget(
            name: "CoreBench",
            dependencies: [
                "BenchTable", "CBench", "PageDictionary", .product(name: "PagingCore", package: "swift-paging"),
            ]),

        // Pages at any depth of a long table, and what the index behind them costs.
        .systemLibrary(name: "CSQLiteBench", pkgConfig: "sqlite3"),
        .executableTarget(
            name: "ServerBench",
            dependencies: ["BenchTable", "CSQLiteBench", .product(name: "PagingServer", package: "swift-paging")]),
        .systemLibrary(name: "CPostgresBench", pkgConfig: "libpq"),
        .executableTarget(
            name: "PostgresBench",
            dependencies: ["BenchTable", "CPostgresBench", .product(name: "PagingServer", package: "swift-paging")]),

        // The laboratory of scrolling: traces, the network, this library's and its peers' policies, measures, pictures.
        .target(
            name: "ScrollLabKit",
            dependencies: [
                .product(name: "PagingCore", package: "swift-paging"),
                .product(name: "PagingTesting", package: "swift-paging"),
            ]),
        .executableTarget(name: "ScrollLab", dependencies: ["ScrollLabKit"]),
        .testTarget(
            name: "ScrollLabTests",
            dependencies: [
                "ScrollLabKit",
                .product(name: "PagingCore", package: "swift-paging"),
                .product(name: "PagingTesting", package: "swift-paging"),
            ],
            exclude: ["Expectations"]),

        // The laboratory of lists that change: simulations of many seeds, and the naive ways beside the machine.
        .target(
            name: "FeedLabKit",
            dependencies: [
                "ScrollLabKit",
                .product(name: "PagingCore", package: "swift-paging"),
                .product(name: "PagingSimulation", package: "swift-paging"),
            ]),
        .executableTarget(name: "FeedLab", dependencies: ["FeedLabKit"]),
        .testTarget(
            name: "FeedLabTests",
            dependencies: [
                "FeedLabKit", "ScrollLabKit",
                .product(name: "PagingCore", package: "swift-paging"),
                .product(name: "PagingSimulation", package: "swift-paging"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
