import Testing

/// `reel cloud`, as far as it ends by itself.
@Suite struct `The verb cloud` {
  static let wrong: [(arguments: [String], message: String)] = [
    ([], "cloud takes --socket PATH, where devices find it"),
    (
      ["--socket", "s", "--conflicts", "mine"],
      "--conflicts takes refused or latest, and got mine"
    ),
    (
      ["--socket", "s", "--upload-delay", "soon"],
      "--upload-delay takes milliseconds up to 86400000, and got soon"
    ),
  ]

  @Test(arguments: wrong)
  func `says what it takes`(arguments: [String], message: String) {
    let reel = Reel(["cloud"] + arguments)
    #expect(reel.status == 64)
    #expect(reel.errors.hasPrefix("reel: \(message)"), "\(reel.errors)")
  }

  @Test func `refuses a path that no socket can have`() {
    let reel = Reel("cloud", "--socket", String(repeating: "long", count: 40))
    #expect(reel.status == 73)
    #expect(reel.errors.contains("bytes for a socket"), "\(reel.errors)")
  }
}
