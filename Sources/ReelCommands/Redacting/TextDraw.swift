import ReelEvents

/// Other texts drawn for a set of texts: as long, of the same sorts of characters, in the same
/// order, and no two for one.
///
/// Texts that begin alike go on beginning alike: behind each beginning, the characters that follow
/// it are drawn anew.
enum TextDraw {
  /// A part of the sorted texts that begin alike up to `offset`.
  private struct Group {
    var range: Range<Int>
    var offset: Int
  }

  /// The texts to stand for `texts`, which ascend by bytes, each once; in the same order.
  /// Complexity: O(bytes).
  static func draw(
    _ texts: [[UInt8]], _ reader: SymbolReader, with secret: inout RedactionSecret
  ) -> [[UInt8]] {
    var drawn = texts
    var groups = [Group(range: texts.indices, offset: 0)]
    while let group = groups.popLast() {
      if group.range.count == 1 {
        drawEnd(of: texts[group.range.lowerBound], at: group, reader, into: &drawn, with: &secret)
      } else {
        groups += parts(of: group, texts, reader, into: &drawn, with: &secret)
      }
    }
    return drawn
  }

  /// Nothing else begins like the text of `group`, so each character is drawn for itself.
  private static func drawEnd(
    of text: [UInt8], at group: Group, _ reader: SymbolReader, into drawn: inout [[UInt8]],
    with secret: inout RedactionSecret
  ) {
    var offset = group.offset
    while offset < text.count {
      let (symbol, sort, length) = reader.symbol(in: text, at: offset)
      if case .drawn(let alphabets) = sort {
        let other = alphabets[0].symbol(at: secret.below(alphabets[0].size))
        reader.put(other, in: &drawn[group.range.lowerBound], at: offset)
      } else {
        let choice = SymbolDraw.Choice(symbol: symbol, sort: sort)
        let other = SymbolDraw.draw([choice], with: &secret)[0]
        reader.put(other, in: &drawn[group.range.lowerBound], at: offset)
      }
      offset += length
    }
  }

  /// Draws what follows the beginning of `group`, and gives the groups that have one beginning
  /// more.
  private static func parts(
    of group: Group, _ texts: [[UInt8]], _ reader: SymbolReader, into drawn: inout [[UInt8]],
    with secret: inout RedactionSecret
  ) -> [Group] {
    var choices: [SymbolDraw.Choice] = []
    var parts: [Group] = []
    // A text that ends here comes first, and has all its characters.
    for index in group.range where texts[index].count > group.offset {
      let (symbol, sort, length) = reader.symbol(in: texts[index], at: group.offset)
      if let last = choices.last, last.symbol == symbol {
        choices[choices.count - 1].sort = last.sort.joined(with: sort)
        parts[parts.count - 1].range = parts[parts.count - 1].range.lowerBound..<(index + 1)
      } else {
        choices.append(SymbolDraw.Choice(symbol: symbol, sort: sort))
        parts.append(Group(range: index..<(index + 1), offset: group.offset + length))
      }
    }
    for (symbol, part) in zip(SymbolDraw.draw(choices, with: &secret), parts) {
      for index in part.range { reader.put(symbol, in: &drawn[index], at: group.offset) }
    }
    return parts
  }
}
