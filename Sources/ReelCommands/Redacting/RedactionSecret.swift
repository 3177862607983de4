/// Where the chances of a redaction come from: nobody can tell them, or who is told a number can.
enum RedactionSecret: RandomNumberGenerator {
  case unknown(SystemRandomNumberGenerator)
  /// SplitMix64: the same for a number on every machine, for tests.
  case seeded(UInt64)

  mutating func next() -> UInt64 {
    switch self {
    case .unknown(var generator): return generator.next()
    case .seeded(let state):
      let next = state &+ 0x9E37_79B9_7F4A_7C15
      self = .seeded(next)
      var mixed = next
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  /// A chance below `bound`, which is above 0, the same on every machine.
  mutating func below(_ bound: UInt64) -> UInt64 {
    // The part of the range that `bound` does not divide is drawn again.
    let surplus = (UInt64.max % bound + 1) % bound
    while true {
      let chance = next()
      if chance <= UInt64.max - surplus { return chance % bound }
    }
  }

  /// `count` different numbers below `bound`, ascending; `count` is at most `bound`.
  mutating func sample(_ count: Int, below bound: UInt64) -> [UInt64] {
    if bound / 4 >= UInt64(count) {
      var chosen: Set<UInt64> = []
      while chosen.count < count { chosen.insert(below(bound)) }
      return chosen.sorted()
    }
    // Many out of few: each number in its turn, with the chance that is left for it.
    var chosen: [UInt64] = []
    for number in 0..<bound {
      let missing = UInt64(count - chosen.count)
      if missing == 0 { break }
      if below(bound - number) < missing { chosen.append(number) }
    }
    return chosen
  }
}
