import Testing

@testable import ReelRecorder

@Suite("A keyed digest")
struct KeyedDigestTests {
  /// The first vectors of the reference implementation's `vectors_sip128`: the key is 0, 1 … 15,
  /// the text as many bytes 0, 1, 2 … as the vector's number.
  private static let vectors = [
    "a3817f04ba25a8e66df67214c7550293", "da87c1d86b99af44347659119b22fc45",
    "8177228da4a45dc7fca38bdef60affe4", "9c70b60c5267a94e5f33b6b02985ed51",
    "f88164c12d9c8faf7d0f6e7c7bcd5579", "1368875980776f8854527a07690e9627",
    "14eeca338b208613485ea0308fd7a15e", "a1f1ebbed8dbc153c0b84aa61ff08239",
    "3b62a9ba6258f5610f83e264f31497b4",
  ]

  @Test(arguments: vectors.indices)
  func `is SipHash with 128 bits`(_ count: Int) {
    let text = (0..<count).map { UInt8($0) }
    #expect(KeyedDigest.text(of: text, secret: Array(0..<16)) == Self.vectors[count])
  }

  @Test func `depends on the secret`() {
    let digests = (0..<4).map {
      KeyedDigest.text(of: [1], secret: [UInt8](repeating: $0, count: 16))
    }
    #expect(Set(digests).count == 4)
  }
}
