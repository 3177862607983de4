// swift-tools-version: 6.2
import PackageDescription

// An app's own test suite: it depends on Reel's product ReelTesting and on nothing else of it.
// `swift test` in this folder runs it.
let package = Package(
  name: "OwnTests",
  platforms: [.macOS(.v13)],
  dependencies: [
    // An app names the address of the repository and a version here.
    .package(name: "Reel", path: "../../..")
  ],
  targets: [
    .testTarget(
      name: "OwnTests", dependencies: [.product(name: "ReelTesting", package: "Reel")])
  ],
  swiftLanguageModes: [.v6]
)
