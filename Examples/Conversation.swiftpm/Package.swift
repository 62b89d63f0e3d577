// swift-tools-version: 6.2
import AppleProductTypes
import PackageDescription

let package = Package(
    name: "Conversation",
    platforms: [.iOS("17.0")],
    products: [
        .iOSApplication(
            name: "Conversation", targets: ["AppModule"], displayVersion: "1.0", bundleVersion: "1",
            supportedDeviceFamilies: [.pad, .phone],
            supportedInterfaceOrientations: [.portrait, .landscapeLeft, .landscapeRight],
            additionalInfoPlistContentFilePath: "Info.plist")
    ],
    dependencies: [.package(name: "swift-paging", path: "../..")],
    targets: [
        .executableTarget(
            name: "AppModule",
            dependencies: [
                .product(name: "PagingUI", package: "swift-paging")
            ],
            path: ".", exclude: ["Info.plist"])
    ],
    swiftLanguageModes: [.v6]
)
