import ReelEvents

/// The words after a verb: first those that the verb's form asks for, then `field=value`s.
struct ScenarioArguments {
  let verb: ScenarioVerb
  let line: Int
  private let text: ScenarioText
  private var words: ArraySlice<ScenarioWord>
  private var fields: [(name: String, value: Range<Int>)] = []

  init(verb: ScenarioVerb, words: ArraySlice<ScenarioWord>, text: ScenarioText, line: Int) {
    self.verb = verb
    self.words = words
    self.text = text
    self.line = line
  }

  /// The next word, which the form calls `place`, as a name.
  mutating func name(_ place: String) throws(ScenarioFault) -> String {
    let range = try next(place)
    return try told { () throws(ParseError) in try text.name(of: range) }
  }

  /// The next word as a name, if there is one and it is no field.
  mutating func nameIfPresent() throws(ScenarioFault) -> String? {
    guard let word = words.first, !word.text.utf8.contains(UInt8(ascii: "=")) else { return nil }
    return try name("a word")
  }

  /// The next word as a value: JSON, or a bare word for a string.
  mutating func value() throws(ScenarioFault) -> Value {
    let range = try next("VALUE")
    return try told { () throws(ParseError) in try text.value(of: range) }
  }

  /// Passes over `word`, which the form has in this place.
  mutating func skip(_ word: String) throws(ScenarioFault) {
    if try !skipIfPresent(word) {
      let found = words.first.map { "`\($0.text)`" } ?? "the end of the line"
      throw fault("`\(word)` (\(verb.form))", found: found)
    }
  }

  /// Passes over `word` if it comes next, and says whether it did.
  mutating func skipIfPresent(_ word: String) throws(ScenarioFault) -> Bool {
    guard words.first?.text == word else { return false }
    words.removeFirst()
    return true
  }

  /// The rest as pairs of key and value.
  mutating func pairs() throws(ScenarioFault) -> ValueDictionary {
    var members: [ValueDictionary.Member] = []
    while let word = words.popFirst() {
      let (key, range) = try split(word, form: "KEY=VALUE")
      let value = try told { () throws(ParseError) in try text.value(of: range) }
      members.append(ValueDictionary.Member(key: key, value: value))
    }
    return ValueDictionary(members)
  }

  /// Takes the rest as fields, of which `allowed` may be given, and `at` always.
  mutating func takeFields(_ allowed: String...) throws(ScenarioFault) {
    let names = allowed + ["at"]
    while let word = words.popFirst() {
      let (name, range) = try split(word, form: "the end of the line, or FIELD=VALUE")
      guard names.contains(name) else {
        throw fault(
          "one of the fields \(names.joined(separator: ", ")) (\(verb.form))", found: "`\(name)`",
          suggestion: nearest(to: name, in: names))
      }
      fields.append((name, range))
    }
  }

  /// That nothing is left, not even a field.
  func finish() throws(ScenarioFault) {
    if !words.isEmpty { throw fault("the end of the line (\(verb.form))", found: "another word") }
  }

  /// A field that has been taken, as a name; nil where it was not given.
  func field(_ name: String) throws(ScenarioFault) -> String? {
    guard let range = range(of: name) else { return nil }
    return try told { () throws(ParseError) in try text.name(of: range) }
  }

  /// A field that has been taken, as a value; nil where it was not given.
  func fieldValue(_ name: String) throws(ScenarioFault) -> Value? {
    guard let range = range(of: name) else { return nil }
    return try told { () throws(ParseError) in try text.value(of: range) }
  }

  /// A field that has been taken, as a truth; nil where it was not given.
  func flag(_ name: String) throws(ScenarioFault) -> Bool? {
    switch try field(name) {
    case nil: return nil
    case "true": return true
    case "false": return false
    default: throw fault("`\(name)=true` or `\(name)=false`", found: "another value")
    }
  }

  /// The fault that `expected` does not stand in this line.
  func fault(_ expected: String, found: String, suggestion: String? = nil) -> ScenarioFault {
    ScenarioFault(line: line, expected: expected, found: found, suggestion: suggestion)
  }

  private mutating func next(_ place: String) throws(ScenarioFault) -> Range<Int> {
    guard let word = words.popFirst() else {
      throw fault("\(place) (\(verb.form))", found: "the end of the line")
    }
    return word.range
  }

  private func range(of field: String) -> Range<Int>? {
    fields.last { $0.name == field }?.value
  }

  private func split(
    _ word: ScenarioWord, form: String
  ) throws(ScenarioFault) -> (name: String, value: Range<Int>) {
    guard let equals = text.firstIndex(of: UInt8(ascii: "="), in: word.range),
      equals > word.range.lowerBound
    else { throw fault("\(form) (\(verb.form))", found: "another word") }
    return (text.text(word.range.lowerBound..<equals), equals + 1..<word.range.upperBound)
  }

  private func told<Result>(
    _ read: () throws(ParseError) -> Result
  ) throws(ScenarioFault) -> Result {
    do throws(ParseError) {
      return try read()
    } catch {
      throw fault(error.expected, found: error.found)
    }
  }
}
