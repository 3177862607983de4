public import ReelEvents

extension MessageFates {
  /// What a whole pass over `source` tells of its messages.
  /// - Throws: what the source throws.
  public static func scanned(_ source: any EventSource) throws -> MessageFates {
    var source = source
    var fates = MessageFates()
    fates.isKnown = true
    var directory = MessageDirectory()
    var batch = EventBatch()
    while try source.next(into: &batch) {
      for row in 0..<batch.count {
        fates.note(batch, row, &directory)
      }
    }
    return fates
  }

  private mutating func note(
    _ batch: EventBatch, _ row: Int, _ directory: inout MessageDirectory
  ) {
    switch batch.kinds[row] {
    case .messageSent:
      let message = batch.messages[Int(batch.details[row])]
      if message.id != nil { _ = directory.append(message.digest) }
    case .messageReceived:
      let message = batch.messages[Int(batch.details[row])]
      let device = batch.names[Int(batch.devices[row])]
      guard message.id != nil, message.channel == .kvs,
        batch.bytes(device).elementsEqual(DeviceName.cloud.text.utf8),
        let position = directory.position(of: message.digest)
      else { return }
      arrivingLater.insert(position)
    case .messageFailed:
      guard case .messageFailed(let id, let error) = batch.events[Int(batch.details[row])].action
      else { return }
      if let position = directory.position(of: messageDigest(id.utf8)) {
        failing[position] = error
      }
    default: break
    }
  }
}

extension EventBatch {
  /// The bytes of a range.
  func bytes(_ range: ByteRange) -> ArraySlice<UInt8> {
    text[Int(range.start)..<Int(range.start + range.count)]
  }
}
