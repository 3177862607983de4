/// Which program this is. The format of recordings has a number of its own.
enum Version {
  /// The version of the program, as in the changelog.
  static let text = "0.1.0-dev"
  /// What asks for it in place of a verb.
  static let words = ["--version", "-V", "version"]
}
