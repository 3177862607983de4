public import ReelSeams

/// A device's key-value store in a cloud of ours, and what its user and its network do to it.
public protocol CloudDevice: NoticingCloud, Sendable {
  /// The user signs in to an account, or out of any by nil.
  func changeAccount(to account: String?)
  /// The network goes, or comes back.
  func setOnline(_ isOnline: Bool)
  /// What the app did that the platform would have stopped its process for.
  var misuses: [String] { get }
}
