// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "swift-paging",
    platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(name: "Paging", targets: ["Paging"]),
        .library(name: "PagingCore", targets: ["PagingCore"]),
        .library(name: "PagingHTTP", targets: ["PagingHTTP"]),
        .library(name: "PagingServer", targets: ["PagingServer"]),
        .library(name: "PagingSimulation", targets: ["PagingSimulation"]),
        .library(name: "PagingTesting", targets: ["PagingTesting"]),
        .library(name: "PagingUI", targets: ["PagingUI"]),
        .library(name: "PagingWire", targets: ["PagingWire"]),
        .executable(name: "paging", targets: ["PagingTool"]),
    ],
    targets: [
        // The pure part. Imports nothing; `make core-wasm` builds it as Embedded Swift.
        // Rounding is the C library's on Linux, where nothing else need link its mathematics.
        .target(name: "PagingCore", linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux, .android]))]),
        .target(name: "Paging", dependencies: ["PagingCore"]),
        .target(name: "PagingWire"),
        .target(name: "PagingHTTP", dependencies: ["Paging", "PagingWire"]),
        .target(
            name: "PagingServer",
            dependencies: ["PagingWire", "CCrypto", "CSQLite", "CMicrohttpd", "CPostgreSQL", "CZlib"]),
        .target(name: "PagingTesting", dependencies: ["Paging"]),
        // Lists over servers that change, in virtual time, held to laws: for the laboratories of `Benchmarks`, not for an app's tests.
        .target(name: "PagingSimulation", dependencies: ["Paging"]),
        // What decides is tested here; what is behind `#if canImport` by `make test-faces`.
        .target(name: "PagingUI", dependencies: ["Paging"]),
        // Not called `paging`: on a case-insensitive disk that is the folder of `Paging`.
        .executableTarget(
            name: "PagingTool",
            dependencies: ["Paging", "PagingHTTP", "PagingServer", "PagingTesting", "PagingWire", "CNcurses"]),

        .systemLibrary(
            name: "CCrypto", pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"]), .brew(["openssl"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .systemLibrary(
            name: "CMicrohttpd", pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
        .systemLibrary(
            name: "CPostgreSQL", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .systemLibrary(
            name: "CZlib", pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(
            name: "CNcurses",
            providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]),

        // The whole stack in one process and virtual time, under laws: a real database and responder, or played APIs, up to a screen.
        .target(
            name: "StackLab",
            dependencies: ["Paging", "PagingHTTP", "PagingServer", "PagingTesting", "PagingUI", "CSQLite"]),

        // The machine's exports for WebAssembly, empty anywhere else; `make web` builds it together with the core.
        .target(name: "PagingWeb", exclude: ["memory.c"]),

        .testTarget(
            name: "PagingCoreTests", dependencies: ["PagingCore"],
            // Read by their tests where they stand.
            exclude: ["Machine/Recordings"]),
        .testTarget(name: "PagingTests", dependencies: ["Paging", "PagingTesting"]),
        .testTarget(name: "PagingUITests", dependencies: ["PagingUI"]),
        .testTarget(name: "PagingTestingTests", dependencies: ["PagingCore", "PagingTesting"]),
        .testTarget(name: "PagingSimulationTests", dependencies: ["PagingCore", "PagingSimulation"]),
        .testTarget(name: "PagingWireTests", dependencies: ["PagingCore", "PagingTesting", "PagingWire"]),
        .testTarget(name: "PagingHTTPTests", dependencies: ["PagingCore", "PagingHTTP", "PagingTesting"]),
        // A PostgreSQL server, and traits, for the tests of both the server and the tool.
        .target(
            name: "PostgresTesting", dependencies: ["PagingTesting", "CPostgreSQL"], path: "Tests/PostgresTesting"),
        .testTarget(
            name: "PagingServerTests", dependencies: ["PagingServer", "PagingTesting", "PagingWire", "PostgresTesting"]),
        .testTarget(
            name: "PagingToolTests",
            dependencies: [
                "Paging", "PagingCore", "PagingHTTP", "PagingServer", "PagingTesting", "PagingTool", "PagingWire",
                "PostgresTesting", "StackLab",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// Stand-ins for Apple's frameworks, so that the views compile and run on systems without them: UIKit's beside all else in `make build`.
// AppKit's are another build, in `make check`: where both can be imported, views for one of them alone are never compiled. With
// APPLE_STAND_INS_ALONE that has the views and the modules below them, and nothing else.
// A module that was built before can be imported whether a target depends on it or not, so views ask for the define APPLE_STAND_INS as well.
if let system = Context.environment["APPLE_STAND_INS"] {
    let standIns = "Tests/AppleStandIns"
    if Context.environment["APPLE_STAND_INS_ALONE"] != nil {
        let needed: Set = ["PagingCore", "Paging", "PagingUI", "PagingWire", "PagingHTTP", "PagingTesting"]
        package.products = []
        package.targets = package.targets.filter { needed.contains($0.name) }
    }
    package.targets += [
        .target(
            name: system, path: standIns,
            exclude: [
                "README.md", "SwiftUI", "_Testing_UIKit", "_Testing_AppKit", "_Testing_SwiftUI",
                system == "UIKit" ? "AppKit" : "UIKit",
            ],
            sources: [system, "Shared"]),
        .target(name: "_Testing_\(system)", path: "\(standIns)/_Testing_\(system)"),
        .target(name: "SwiftUI", dependencies: [.byName(name: system)], path: "\(standIns)/SwiftUI"),
        .target(name: "_Testing_SwiftUI", path: "\(standIns)/_Testing_SwiftUI"),
        .testTarget(
            name: "\(system)FaceTests",
            dependencies: [
                "PagingTesting", "PagingUI", "SwiftUI", .byName(name: system), .byName(name: "_Testing_\(system)"),
                "_Testing_SwiftUI",
            ],
            path: "Tests/PagingFaceTests", exclude: [system == "UIKit" ? "AppKit" : "UIKit"]),
    ]
    for target in package.targets where target.name == "PagingUI" {
        target.dependencies += [.byName(name: system), "SwiftUI"]
    }
}

// With PAGING_PART, a test target and its dependencies are the whole package: the first run of its tests compiles nothing else.
if let part = Context.environment["PAGING_PART"] {
    var (needed, added): (Set<String>, [String]) = ([], [part])
    while let name = added.popLast() {
        guard needed.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else {
            continue
        }
        for case .byNameItem(let dependency, _) in target.dependencies { added.append(dependency) }
    }
    package.products = []
    package.targets = package.targets.filter { needed.contains($0.name) }
}

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
    if target.name == "PagingUI", Context.environment["APPLE_STAND_INS"] != nil {
        target.swiftSettings?.append(.define("APPLE_STAND_INS"))
    }
}
