extension DismissalPolicy {
  /// The account of a device whose user has signed out: nothing of it is shared.
  public static let signedOut = "(signed out)"

  /// The lists that a device has after it changed its account: the same, or those of the account it
  /// enters, while those of the one it leaves are set aside.
  /// - Parameters:
  ///   - empty: what an account has that was never used on the device.
  ///   - parked: the lists that were set aside, by account.
  public func lists<Lists>(
    leaving account: String, with lists: Lists, entering next: String, without empty: Lists,
    parked: inout [String: Lists]
  ) -> Lists {
    switch self.account {
    case .carry: return lists
    case .park:
      parked[account] = lists
      return parked.removeValue(forKey: next) ?? empty
    }
  }
}
