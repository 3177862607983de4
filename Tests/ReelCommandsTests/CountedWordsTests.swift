import Testing

@testable import ReelCommands

@Suite("What is counted")
struct CountedWordsTests {
  @Test func `stands in the plural where it is not one`() throws {
    let folder = try Folder()
    let file = try folder.write(
      "one.scenario",
      """
      phone installs
      watch installs
      phone sets temperatureUnit celsius
      phone sends context to watch
      phone sets temperatureUnit kelvin
      phone sets chartStyle bars
      phone sends context to watch

      """)
    let run = Reel("replay", file, "--show", "keys", "--device", "phone")
    #expect(run.output.contains("2 writes, 2 sent messages"), "\(run.output)")
    #expect(run.output.contains("1 write, 1 sent message\n"), "\(run.output)")
    #expect(!run.output.contains("sents"))
  }
}
