import Foundation

/// Work on many inputs at once, whose results come in the order of the inputs, whoever was faster.
enum Jobs {
  /// How many inputs to work on at once, by `--jobs`; as many as the machine has processors where
  /// nothing is said.
  /// - Throws: a usage failure.
  static func count(_ arguments: Arguments) throws(CommandFailure) -> Int {
    guard let text = arguments[.jobs] else { return ProcessInfo.processInfo.activeProcessorCount }
    guard let count = Int(text), (1...countMax).contains(count) else {
      throw CommandFailure(
        .usage, "--jobs takes a number from 1 to \(countMax), and got \(text)")
    }
    return count
  }

  /// More threads than this only take memory.
  private static let countMax = 256

  /// What `body` makes of each of `inputs`, `jobs` of them in work at once, each on a thread of its
  /// own.
  ///
  /// After a failure nothing new is begun. Inputs are begun in order, so the failure of the first
  /// one that fails is the one that is thrown, whatever the timing.
  /// - Parameters:
  ///   - done: told of each input that is done, one after another on the thread of the caller, in
  ///     the order in which they end.
  /// - Throws: what `body` or `done` throws.
  static func map<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], jobs: Int, done: (Input) throws -> Void = { _ in },
    _ body: @escaping @Sendable (Input) throws -> Output
  ) throws -> [Output] {
    let desk = JobDesk(inputs, body)
    for _ in 0..<min(jobs, inputs.count) {
      let thread = Thread { desk.work() }
      thread.stackSize = stackBytes
      thread.start()
    }
    do {
      while let index = desk.awaitNext() { try done(inputs[index]) }
    } catch {
      desk.close()
      while desk.awaitNext() != nil {}
      throw error
    }
    return try desk.results()
  }

  /// Room for the nesting of values, on systems that give a thread little by themselves.
  private static let stackBytes = 8 << 20
}

/// Where threads fetch inputs and leave results; every member is guarded by `condition`.
private final class JobDesk<Input: Sendable, Output: Sendable>: @unchecked Sendable {
  private let inputs: [Input]
  private let body: @Sendable (Input) throws -> Output
  private let condition = NSCondition()
  private var outcomes: [Int: Result<Output, any Error>] = [:]
  /// The places of inputs that are done and have not been told yet, in the order of their ends.
  private var untold: [Int] = []
  private var begunCount = 0
  private var isClosed = false

  init(_ inputs: [Input], _ body: @escaping @Sendable (Input) throws -> Output) {
    self.inputs = inputs
    self.body = body
  }

  /// Works on one input after another until none is left.
  func work() {
    while let index = begin() {
      let input = inputs[index]
      let outcome = Result { try body(input) }
      end(index, outcome)
    }
  }

  /// The place of the next input that is done, once there is one; nil when all that were begun are
  /// told.
  func awaitNext() -> Int? {
    condition.withLock {
      while untold.isEmpty && (outcomes.count < begunCount || isMore) { condition.wait() }
      return untold.isEmpty ? nil : untold.removeFirst()
    }
  }

  /// Lets nothing new begin.
  func close() { condition.withLock { isClosed = true } }

  /// The results in the order of the inputs.
  /// - Throws: the failure of the first input that failed.
  func results() throws -> [Output] {
    let outcomes = condition.withLock { self.outcomes }
    return try outcomes.keys.sorted().compactMap { try outcomes[$0]?.get() }
  }

  /// Whether another input is to be begun.
  private var isMore: Bool { !isClosed && begunCount < inputs.count }

  private func begin() -> Int? {
    condition.withLock {
      guard isMore else { return nil }
      begunCount += 1
      return begunCount - 1
    }
  }

  private func end(_ index: Int, _ outcome: Result<Output, any Error>) {
    condition.withLock {
      outcomes[index] = outcome
      untold.append(index)
      if case .failure = outcome { isClosed = true }
      condition.signal()
    }
  }
}
