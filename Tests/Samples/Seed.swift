/// Numbers that look random and come again with the same seed (SplitMix64).
public struct Seed: RandomNumberGenerator {
  private var state: UInt64

  /// The sequence of `seed`.
  public init(_ seed: UInt64) { state = seed }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to below `count`.
  public mutating func index(below count: Int) -> Int { Int(next() % UInt64(count)) }

  /// One of `choices`.
  public mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[index(below: choices.count)]
  }

  /// True once in `times`.
  public mutating func happens(onceIn times: Int) -> Bool { index(below: times) == 0 }
}
