import Foundation
import Testing

@testable import ReelCommands

@Suite("Jobs")
struct JobsTests {
  struct Failure: Error, Equatable { let input: Int }

  @Test(arguments: [1, 2, 3, 16])
  func `come in the order of their inputs, however long each takes`(_ jobs: Int) throws {
    let inputs = Array(0..<40)
    var told: [Int] = []
    let results = try Jobs.map(inputs, jobs: jobs, done: { told.append($0) }) { input in
      var sum = 0
      for number in 0..<(input % 7) * 20_000 { sum ^= number }
      return input * 10 + min(sum, 0)
    }
    #expect(results == inputs.map { $0 * 10 })
    #expect(told.sorted() == inputs)
  }

  @Test func `run at the same time`() throws {
    // Each of the two waits for the other: one after the other they would never end.
    let arrivals = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
    let results = try Jobs.map([0, 1], jobs: 2) { input in
      arrivals[input].signal()
      return arrivals[1 - input].wait(timeout: .now() + 60) == .success
    }
    #expect(results == [true, true])
  }

  @Test(arguments: [1, 2, 8])
  func `fail with the failure of the first input that fails`(_ jobs: Int) {
    for _ in 0..<20 {
      #expect(throws: Failure(input: 5)) {
        try Jobs.map(Array(0..<30), jobs: jobs) { input in
          if input >= 5 { throw Failure(input: input) }
          return input
        }
      }
    }
  }

  @Test func `begin nothing new once whoever watches gives up`() {
    let begun = Counter()
    let never = DispatchSemaphore(value: 0)
    #expect(throws: Failure(input: 0)) {
      try Jobs.map(Array(0..<1000), jobs: 1, done: { throw Failure(input: $0) }) { input in
        begun.add()
        if input > 0 { _ = never.wait(timeout: .now() + .milliseconds(20)) }
      }
    }
    #expect(begun.count < 1000)
  }

  @Test func `are none where there are no inputs`() throws {
    #expect(try Jobs.map([Int](), jobs: 4) { $0 }.isEmpty)
  }

  private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0
    var count: Int { lock.withLock { number } }
    func add() { lock.withLock { number += 1 } }
  }
}
