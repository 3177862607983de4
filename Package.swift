// swift-tools-version: 6.2
import PackageDescription

// The ground floor first: a target may import only what stands above it in this list and what its
// line names. The build checks that (--explicit-target-dependency-import-check=error).
let targets: [Target] = [
  // libzstd, as the system has it.
  .systemLibrary(
    name: "CZstd", pkgConfig: "libzstd",
    providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
  // Values, keys, devices, instants, events, the catalog.
  .target(name: "ReelEvents"),
  // Recordings on disk: frames, lines, files.
  .target(
    name: "ReelLog",
    dependencies: [
      "ReelEvents",
      .target(
        name: "CZstd",
        condition: .when(platforms: [.linux, .macOS], traits: ["Zstd"])),
    ],
    exclude: ["Format.md", "LineFormat.md"]),
  // The pure sync rules.
  .target(name: "ReelPolicies", dependencies: ["ReelEvents"]),
  // Events folded into state under a policy.
  .target(name: "ReelProjections", dependencies: ["ReelEvents", "ReelPolicies"]),
  // Replay, diff, checks, goldens.
  .target(name: "ReelReplay", dependencies: ["ReelEvents", "ReelPolicies", "ReelProjections"]),
  // Protocols with a real and a test side.
  .target(name: "ReelSeams", dependencies: ["ReelEvents"]),
  // Foundation's side of the seams, and its property lists as values.
  .target(name: "ReelFoundation", dependencies: ["ReelEvents", "ReelSeams"]),
  // What an app links to record itself.
  .target(
    name: "ReelRecorder", dependencies: ["ReelEvents", "ReelSeams", "ReelFoundation", "ReelLog"]),
  // The two live services.
  .target(
    name: "ReelSync", dependencies: ["ReelEvents", "ReelSeams", "ReelFoundation", "ReelPolicies"]),
  // Devices, clouds and links for tests and for people without two devices.
  .target(
    name: "ReelSimulation",
    dependencies: [
      "ReelEvents", "ReelPolicies", "ReelProjections", "ReelReplay", "ReelSeams", "ReelFoundation",
    ]),
  // Which target really reads or writes a key.
  .target(name: "ReelAudit", dependencies: ["ReelEvents"]),
  // Results as text, JSON, HTML; what a page is made of goes into the program.
  .target(
    name: "ReelReports", dependencies: ["ReelEvents", "ReelReplay"],
    resources: [.embedInCode("Page/Assets")]),
  // Helpers for a user's own Swift Testing suite.
  .target(
    name: "ReelTesting",
    dependencies: ["ReelEvents", "ReelPolicies", "ReelProjections", "ReelReplay", "ReelLog"]),
  // One file a verb.
  .target(
    name: "ReelCommands",
    dependencies: [
      "ReelEvents", "ReelLog", "ReelPolicies", "ReelProjections", "ReelReplay", "ReelSeams",
      "ReelFoundation", "ReelRecorder", "ReelSync", "ReelSimulation", "ReelAudit", "ReelReports",
    ]),
  // Linked with a runtime of its own on Linux: loading Swift's and Foundation's libraries takes
  // longer than printing the help.
  .executableTarget(
    name: "reel", dependencies: ["ReelCommands"],
    linkerSettings: [
      .unsafeFlags(
        [
          "-static-stdlib", "-lCoreFoundation", "-l_FoundationICU", "-l_FoundationCShims",
          "-l_FoundationCollections", "-lswiftSynchronization",
        ],
        .when(platforms: [.linux], configuration: .release))
    ]),
]

// Run by hand, and real programs that record themselves:
// `reel record -o live.jsonl.zst -- tools/samples/session`.
let tools: [Target] = [
  // Sessions of any size for tools/bench, by seed.
  .executableTarget(
    name: "bench-corpus", dependencies: ["ReelEvents", "ReelLog", "ReelPolicies", "TestSamples"],
    path: "tools/benchmarks/corpus"),
  // What tools/bench measures from inside.
  .executableTarget(
    name: "bench-peers",
    dependencies: ["ReelEvents", "ReelFoundation", "ReelLog", "ReelRecorder"],
    path: "tools/benchmarks/peers"),
  .executableTarget(
    name: "bench-lines", dependencies: ["ReelEvents", "ReelLog", "TestSamples"],
    path: "tools/benchmarks/lines"),
  .executableTarget(
    name: "bench-lists", dependencies: ["ReelEvents", "ReelPolicies"],
    path: "tools/benchmarks/lists"),
  // A link over a socket, and what the two sample apps have in common.
  .target(
    name: "SampleShared",
    dependencies: [
      "ReelEvents", "ReelPolicies", "ReelProjections", "ReelSeams", "ReelFoundation",
      "ReelRecorder", "ReelSync",
    ], path: "tools/samples/shared"),
  .executableTarget(
    name: "sample-phone", dependencies: ["SampleShared", "ReelRecorder", "ReelSync"],
    path: "tools/samples/phone"),
  .executableTarget(
    name: "sample-watch", dependencies: ["SampleShared", "ReelSeams", "ReelRecorder", "ReelSync"],
    path: "tools/samples/watch"),
  // The music app on two devices, in the cloud that `reel cloud` serves.
  .executableTarget(
    name: "sample-dismissals",
    dependencies: [
      "ReelEvents", "ReelPolicies", "ReelSeams", "ReelFoundation", "ReelRecorder", "ReelSync",
      "ReelCommands",
    ], path: "tools/samples/dismissals"),
  // Starts both and tells them what to do.
  .executableTarget(name: "sample-session", path: "tools/samples/driver"),
  // What must hold of the parsers for any bytes; `tools/fuzz/run` looks for bytes where it does not.
  .target(
    name: "FuzzTargets",
    dependencies: [
      "ReelEvents", "ReelLog", "ReelPolicies", "TestSamples",
      .target(name: "CZstd", condition: .when(platforms: [.linux, .macOS], traits: ["Zstd"])),
    ], path: "tools/fuzz/targets"),
  .executableTarget(name: "fuzz", dependencies: ["FuzzTargets"], path: "tools/fuzz/driver"),
]

// Tests mirror Sources.
let tests: [Target] = [
  // Values and events by seed, for every test target that wants some.
  .target(
    name: "TestSamples", dependencies: ["ReelEvents", "ReelLog"], path: "Tests/Samples"),
  .testTarget(name: "HouseTests"),
  .testTarget(name: "ReelEventsTests", dependencies: ["ReelEvents", "TestSamples"]),
  .testTarget(name: "ReelLogTests", dependencies: ["ReelEvents", "ReelLog", "TestSamples"]),
  .testTarget(name: "ReelTestingTests", dependencies: ["ReelReplay", "ReelTesting"]),
  .testTarget(name: "ReelAuditTests", dependencies: ["ReelEvents", "ReelAudit"]),
  .testTarget(
    name: "ReelPoliciesTests", dependencies: ["ReelEvents", "ReelPolicies", "TestSamples"]),
  .testTarget(
    name: "ReelReplayTests",
    dependencies: [
      "ReelEvents", "ReelLog", "ReelPolicies", "ReelProjections", "ReelReplay", "TestSamples",
    ]),
  .testTarget(
    name: "ReelFoundationTests",
    dependencies: ["ReelEvents", "ReelSeams", "ReelFoundation", "ReelSimulation", "TestSamples"]),
  .testTarget(
    name: "ReelRecorderTests",
    dependencies: [
      "ReelEvents", "ReelSeams", "ReelFoundation", "ReelLog", "ReelRecorder", "ReelSimulation",
    ]),
  .testTarget(
    name: "ReelSyncTests",
    dependencies: [
      "ReelEvents", "ReelSeams", "ReelFoundation", "ReelLog", "ReelPolicies", "ReelProjections",
      "ReelReplay", "ReelRecorder", "ReelSync", "ReelSimulation", "TestSamples",
    ]),
  // What users must be able to rely on, proved on real processes, disks and other people's tools.
  .testTarget(
    name: "TrustTests",
    dependencies: [
      "ReelEvents", "ReelLog", "ReelSeams", "ReelRecorder", "FuzzTargets", "TestSamples", "reel",
      "victim",
    ]),
  .executableTarget(
    name: "victim",
    dependencies: [
      "ReelEvents", "ReelSeams", "ReelLog", "ReelRecorder", "TestSamples",
    ], path: "Tests/Victim"),
  // The sample programs, for real.
  .testTarget(
    name: "SampleTests",
    dependencies: [
      "ReelEvents", "ReelSeams", "ReelCommands", "SampleShared", "reel", "sample-phone",
      "sample-watch", "sample-session", "sample-dismissals",
    ]),
  .testTarget(
    name: "ReelSimulationTests",
    dependencies: [
      "ReelEvents", "ReelSeams", "ReelFoundation", "ReelPolicies", "ReelSimulation", "ReelCommands",
      "TestSamples",
    ]),
  .testTarget(
    name: "ReelCommandsTests",
    dependencies: [
      "ReelEvents", "ReelLog", "ReelReplay", "ReelReports", "ReelCommands", "TestSamples", "reel",
    ],
    exclude: ["Goldens"]),
]

let package = Package(
  name: "Reel",
  platforms: [.iOS(.v16), .watchOS(.v9), .macOS(.v13)],
  products: [
    .executable(name: "reel", targets: ["reel"]),
    .library(
      name: "ReelLive",
      targets: [
        "ReelEvents", "ReelLog", "ReelPolicies", "ReelSeams", "ReelFoundation", "ReelRecorder",
        "ReelSync",
      ]),
    .library(name: "ReelTesting", targets: ["ReelTesting"]),
  ],
  traits: [
    .trait(name: "Zstd", description: "Compressed recordings, with the system's libzstd"),
    .default(enabledTraits: ["Zstd"]),
  ],
  targets: targets + tools + tests,
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]
}
