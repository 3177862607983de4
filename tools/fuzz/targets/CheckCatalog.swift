import ReelEvents

/// A catalog that was read comes back from the value that a header holds of it.
func checkCatalog(_ bytes: [UInt8]) throws {
  let catalog: Catalog
  do {
    catalog = try Catalog.parse(bytes)
  } catch {
    try require(error.offset <= bytes.count, "the fault is inside the text: \(error)")
    return
  }
  let value = catalog.value
  let again = try Catalog(value: value)
  try require(again.value == value, "a catalog stays as it is")
  for rule in catalog.rules {
    let text = rule.expression.description
    let expression = try RuleExpression(parsing: text)
    try require(expression == rule.expression, "a rule can be read as it is written")
  }
}
