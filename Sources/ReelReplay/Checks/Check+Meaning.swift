extension Check {
  /// When the check fails, in a sentence.
  public var meaning: String {
    switch self {
    case .entitlementByAbsence:
      "an entitlement grants only because a key it names is absent; a warning before the device's "
        + "first receipt since its install"
    case .entitlementFlip:
      "two reads of a rule on a device differ, though nobody set or removed a key of it in between"
    case .localKeyErased:
      "sync removed or changed a key that the catalog does not sync, and that the app there wrote"
    case .writeReverted: "sync removed or changed a synced key that the app there wrote"
    case .unsyncedKeyStored: "sync stored a key that the catalog does not sync or know"
    case .unsyncedKeyRead:
      "a device reads a key that it does not have, its sender has, and the rule does not send"
    case .defaultOutranksValue:
      "sync replaced a stored value by one that the sender had only registered"
    case .staleOverwrite: "an older message was applied over a newer one, and changed the store"
    case .frozenKey:
      "at the end a device holds a key that nobody sends and nothing there ever clears"
    case .writeWhileLocked: "a store is written, or a message leaves, while the device is locked"
    case .payloadTooLarge:
      "a payload is over the limit of its channel or of the cloud; a warning from half of it on"
    case .budgetExceeded:
      "over 50 complication transfers in 24 h, over 10 contexts in 10 s, or a store over 512 KiB; "
        + "an error at 4 MiB"
    case .freeTouchesICloud: "a user who is not known to be Pro pushes or pulls"
    case .pushBeforePull:
      "a push over a value in the cloud by an installation that did not write it and has pulled "
        + "none since its install, account change or opening of its gate"
    case .echoWrite: "a push that says what the cloud holds already"
    case .blobOverwritten: "a push over a blob that the rule could not read"
    case .dismissalLost: "an album that every act known here dismisses is shown again"
    case .dismissalResurrected: "an album whose dismissal every act known here undoes stays hidden"
    case .accountCrossed: "a push carries an album that was acted on under another account only"
    case .futureStamp: "a pulled stamp is over 60 s ahead of the receiver's clock"
    case .messageNeverSent:
      "the last attempt failed or was suppressed as equal, and the receiver lacks a value of it"
    case .notConverged:
      "at the end, when all is quiet, a synced key differs on the receiver, or two devices of an "
        + "account list other albums"
    }
  }
}
