import ReelEvents

/// Sentences on devices.
enum DeviceText {
  /// That a session has no device of that name, and which was meant or which it has.
  static func absence(of device: String, among known: [String]) -> String {
    let hint = nearest(to: device, in: known).map { "did you mean \($0)?" }
    return "no device is called \(device) there; "
      + (hint ?? "the devices are \(known.joined(separator: ", "))")
  }
}
