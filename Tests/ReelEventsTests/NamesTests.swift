import ReelEvents
import Testing

@Suite("Names that look the same and have other bytes")
struct NamesTests {
  private static let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")

  @Test func `are two devices, two stores and two keys`() {
    let (one, other) = (Self.composed, Self.decomposed)
    #expect(one == other, "Swift takes the texts themselves for one")
    #expect(DeviceName(one) != DeviceName(other))
    #expect(StoreName(one) != StoreName(other))
    #expect(KeyText(one) != KeyText(other))
    #expect(Set([DeviceName(one), DeviceName(other), DeviceName(one)]).count == 2)
    #expect(Set([StoreName(one), StoreName(other), StoreName(one)]).count == 2)
    #expect((DeviceName(one) < DeviceName(other)) != (DeviceName(other) < DeviceName(one)))
  }
}
