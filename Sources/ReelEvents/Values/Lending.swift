extension UnsafePointer {
  /// Calls `body` with what is here, which somebody else keeps alive meanwhile. Nothing is counted:
  /// a count is an atomic operation, and costs more than writing a short text does.
  @inlinable
  @inline(__always)
  package func lend(_ body: (Pointee) -> Void) {
    withUnsafeTemporaryAllocation(of: Pointee.self, capacity: 1) { room in
      guard let place = room.baseAddress else { return }
      // Its bits alone: they are taken from the room as a value, and put back as one, so that its
      // end is nobody's end.
      UnsafeMutableRawPointer(place).copyMemory(
        from: self, byteCount: MemoryLayout<Pointee>.stride)
      let value = place.move()
      body(value)
      place.initialize(to: consume value)
    }
  }
}

extension Array {
  /// Calls `body` with each element and its index, and counts nothing.
  @inlinable
  @inline(__always)
  package func lendEach(_ body: (Int, Element) -> Void) {
    withUnsafeBufferPointer { elements in
      guard let first = elements.baseAddress else { return }
      for index in elements.indices { (first + index).lend { body(index, $0) } }
    }
  }
}
