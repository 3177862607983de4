/// Objects handed on without counting a reference, which takes longer than most steps otherwise do.
/// Sound wherever something else keeps the object until the work with it is done: a table whose
/// entries are never replaced, or a property that only that work sets, at its end.
extension Optional where Wrapped: AnyObject {
  /// The object, uncounted.
  @inlinable @inline(__always) var lent: Unmanaged<Wrapped>? {
    map { Unmanaged.passUnretained($0) }
  }
}

extension Unmanaged {
  /// Calls `body` with the object.
  @inlinable @inline(__always) func use<Result>(_ body: (Instance) -> Result) -> Result {
    _withUnsafeGuaranteedRef(body)
  }
}
