/// A command line as text that a shell reads back.
enum CommandText {
  /// `reel` and `arguments`, quoted where a shell would take them apart.
  static func text(_ arguments: [String]) -> String { command(["reel"] + arguments) }

  /// `words` as a command, quoted where a shell would take them apart.
  static func command(_ words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  /// `argument` as one word of a shell.
  static func quoted(_ argument: String) -> String {
    let isPlain =
      !argument.isEmpty
      && argument.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-_./=,:@+%".utf8.contains(byte)
        }
      }
    if isPlain { return argument }
    let escaped = argument.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''")
    return "'\(escaped)'"
  }
}
