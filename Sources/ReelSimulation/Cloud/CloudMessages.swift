public import ReelEvents

/// What a device says to the cloud: one JSON line each.
public enum CloudRequest: Sendable, Equatable {
  /// The first line of a connection: who this is, and whose values it wants.
  case hello(device: String, account: String)
  /// Writes that go up together.
  case upload(CloudUpload)
  /// To be answered after everything that was said before.
  case ping(Int64)
}

/// What the cloud says to a device: one JSON line each.
public enum CloudReply: Sendable, Equatable {
  /// The answer to `hello`: everything that the account holds, the device's last upload that was
  /// applied, and the rules to go by.
  case contents(account: String, [CloudWrite], LastUpload, CloudRules)
  /// The answer to an upload: the revision that its writes made, and what the cloud holds instead
  /// of those that it did not take.
  case uploaded(number: Int64, revision: Int64, refused: [CloudWrite], isOverQuota: Bool)
  /// Another device of the account changed values.
  case changed([CloudWrite])
  /// The answer to `ping`.
  case pong(Int64)
}

extension CloudRequest {
  /// The request as its line has it.
  public var value: Value {
    switch self {
    case .hello(let device, let account):
      message("hello", ["account": .string(account), "device": .string(device)])
    case .upload(let upload):
      message("upload", ["number": .integer(upload.number), "writes": upload.writes.value])
    case .ping(let number): .dictionary(["ping": .integer(number)])
    }
  }

  /// The request that a line is; nil for any other.
  public init?(_ value: Value) {
    guard case .dictionary(let members) = value, let member = members.members.first else {
      return nil
    }
    switch (member.key, member.value) {
    case ("hello", .dictionary(let hello)):
      guard let device = hello.text("device"), let account = hello.text("account") else {
        return nil
      }
      self = .hello(device: device, account: account)
    case ("upload", .dictionary(let upload)):
      guard let number = upload.number("number"), let writes = upload.writes("writes") else {
        return nil
      }
      self = .upload(CloudUpload(number: number, writes: writes))
    case ("ping", .integer(let number)): self = .ping(number)
    default: return nil
    }
  }
}

extension CloudReply {
  /// The reply as its line has it.
  public var value: Value {
    switch self {
    case .contents(let account, let writes, let last, let rules):
      let last: Value = .dictionary([
        "number": .integer(last.number), "revision": .integer(last.revision),
      ])
      return message(
        "contents",
        [
          "account": .string(account), "last": last, "rules": rules.value, "writes": writes.value,
        ])
    case .uploaded(let number, let revision, let refused, let isOverQuota):
      return message(
        "uploaded",
        [
          "number": .integer(number), "overQuota": .bool(isOverQuota), "refused": refused.value,
          "revision": .integer(revision),
        ])
    case .changed(let writes): return .dictionary(["changed": writes.value])
    case .pong(let number): return .dictionary(["pong": .integer(number)])
    }
  }

  /// The reply that a line is; nil for any other.
  public init?(_ value: Value) {
    guard case .dictionary(let members) = value, let member = members.members.first else {
      return nil
    }
    switch (member.key, member.value) {
    case ("contents", .dictionary(let contents)):
      guard let account = contents.text("account"), case .dictionary(let last)? = contents["last"],
        let number = last.number("number"), let revision = last.number("revision"),
        let writes = contents.writes("writes"),
        let rules = contents["rules"].flatMap(CloudRules.init)
      else { return nil }
      let upload = LastUpload(number: number, revision: revision)
      self = .contents(account: account, writes, upload, rules)
    case ("uploaded", .dictionary(let uploaded)):
      guard let number = uploaded.number("number"), let revision = uploaded.number("revision"),
        let refused = uploaded.writes("refused"),
        case .bool(let isOverQuota)? = uploaded["overQuota"]
      else { return nil }
      self = .uploaded(
        number: number, revision: revision, refused: refused, isOverQuota: isOverQuota)
    case ("changed", _):
      guard let writes = members.writes("changed") else { return nil }
      self = .changed(writes)
    case ("pong", .integer(let number)): self = .pong(number)
    default: return nil
    }
  }
}

extension CloudServer.Entry {
  /// The entry as a log has it.
  public var value: Value {
    .dictionary([
      "account": .string(account), "device": .string(device), "number": .integer(number),
      "writes": writes.value,
    ])
  }

  /// The entry that a line of a log is; nil for any other.
  public init?(_ value: Value) {
    guard case .dictionary(let members) = value, let account = members.text("account"),
      let device = members.text("device"), let number = members.number("number"),
      let writes = members.writes("writes")
    else { return nil }
    self.init(account: account, device: device, number: number, writes: writes)
  }
}

private func message(_ name: String, _ members: ValueDictionary) -> Value {
  .dictionary(ValueDictionary([.init(key: name, value: .dictionary(members))]))
}

extension CloudRules {
  fileprivate var value: Value {
    .dictionary([
      "conflict": .string(conflict.rawValue), "downloadDelay": .integer(downloadDelayMilliseconds),
      "firstDownload": .string(firstDownload.rawValue), "keyLength": .string(keyLength.rawValue),
      "uploadDelay": .integer(uploadDelayMilliseconds),
      "uploadInterval": .integer(uploadIntervalMilliseconds),
    ])
  }

  /// What a delay may be, in milliseconds: up to some 30 years, which added to a time is a time.
  private static let delayRange: ClosedRange<Int64> = 0...(1 << 40)

  fileprivate init?(_ value: Value) {
    guard case .dictionary(let members) = value,
      let conflict = members.text("conflict").flatMap(Conflict.init),
      let firstDownload = members.text("firstDownload").flatMap(FirstDownload.init),
      let keyLength = members.text("keyLength").flatMap(KeyLength.init),
      let uploadDelay = members.number("uploadDelay"),
      let uploadInterval = members.number("uploadInterval"),
      let downloadDelay = members.number("downloadDelay"),
      [uploadDelay, uploadInterval, downloadDelay].allSatisfy(Self.delayRange.contains)
    else { return nil }
    self.init()
    self.conflict = conflict
    self.firstDownload = firstDownload
    self.keyLength = keyLength
    uploadDelayMilliseconds = uploadDelay
    uploadIntervalMilliseconds = uploadInterval
    downloadDelayMilliseconds = downloadDelay
  }
}

extension [CloudWrite] {
  fileprivate var value: Value {
    .array(
      map { write in
        var members: ValueDictionary = [
          "key": .string(write.key), "revision": .integer(write.revision),
        ]
        members["value"] = write.value
        return .dictionary(members)
      })
  }
}

extension ValueDictionary {
  fileprivate func text(_ key: String) -> String? {
    if case .string(let text)? = self[key] { text } else { nil }
  }

  fileprivate func number(_ key: String) -> Int64? {
    if case .integer(let number)? = self[key] { number } else { nil }
  }

  fileprivate func writes(_ key: String) -> [CloudWrite]? {
    guard case .array(let elements)? = self[key] else { return nil }
    var writes: [CloudWrite] = []
    for element in elements {
      guard case .dictionary(let members) = element, let key = members.text("key"),
        let revision = members.number("revision")
      else { return nil }
      writes.append(CloudWrite(key: key, value: members["value"], revision: revision))
    }
    return writes
  }
}
