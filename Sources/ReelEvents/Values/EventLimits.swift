/// The limits of texts that this module reads, each with its reason.
public enum EventLimits {
  /// How many arrays and objects may stand inside each other in one text, the outermost included:
  /// far above any property list, far below what the stack of a worker thread bears.
  public static let nestingMax = 128

  /// How many keys a catalog may have: ids of keys and masks over them stay small.
  public static let catalogKeysMax = 100_000

  /// How many rules a catalog may have: a replay keeps the last answer of each for each device.
  public static let catalogRulesMax = 10_000
}
