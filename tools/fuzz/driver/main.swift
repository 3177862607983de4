// Fuzzes one target: `tools/fuzz/run` builds this with libFuzzer. Built without it, it checks
// files: `fuzz NAME FILE…`.
import Foundation
import FuzzTargets

enum Fuzz {
  static let target: FuzzTarget = {
    let name = CommandLine.arguments.dropFirst().first
    if let target = FuzzTarget.all.first(where: { $0.name == name }) { return target }
    fatalError("usage: fuzz NAME …, with NAME one of \(FuzzTarget.all.map(\.name))")
  }()

  /// Stops the process where something does not hold, which is how libFuzzer sees a fault.
  static func check(_ bytes: [UInt8]) {
    do {
      try target.check(bytes)
    } catch {
      FileHandle.standardError.write(Data("\(target.name): \(error)\n".utf8))
      abort()
    }
  }
}

#if FUZZING
  @_silgen_name("LLVMFuzzerRunDriver")
  func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ check: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
  ) -> Int32

  // The target's name takes the place of the program's.
  var count = CommandLine.argc - 1
  var arguments = CommandLine.unsafeArgv + 1
  exit(
    runDriver(&count, &arguments) { bytes, count in
      Fuzz.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    })
#else
  for path in CommandLine.arguments.dropFirst(2) {
    Fuzz.check([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
  }
#endif
