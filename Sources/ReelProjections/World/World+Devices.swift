import ReelEvents
import ReelPolicies

extension World {
  func stepDevice(_ event: ResolvedEvent) {
    let device = state(event.device)
    switch event.action {
    case .deviceInstalled(let version, _)?:
      device.wipe()
      device.isKnown = true
      device.isLocked = false
      device.installEvent = event.number
      device.installedAt = event.at.milliseconds
      forgetSends(of: event.device)
      forgetRegistered(of: event.device)
      reach(version, event)
    case .deviceUpdated(let version, _)?:
      reach(version, event)
    case .deviceLaunched(let version, _)?:
      registered[Int(event.process)] = []
      registrationCount += 1
      reach(version, event)
    case .deviceUninstalled?:
      device.wipe()
      forgetSends(of: event.device)
      forgetRegistered(of: event.device)
    case .deviceLocked?:
      device.isLocked = true
      device.destroyedStores = []
    case .deviceUnlocked?: device.isLocked = false
    case .deviceAccount(let account)?: switchAccount(to: account, device, event)
    default: break
    }
  }

  private func reach(_ version: String?, _ event: ResolvedEvent) {
    if case .policy(let argument) = mode, let version,
      argument.begins(at: version, on: vocabulary.processes[event.device])
    {
      state(event.device).version = version
    }
    let stated = followsStatedPolicies ? event.statedPolicy : nil
    if version != nil || stated != nil { adoptPolicy(for: event.device, stated: stated) }
  }

  /// What the sender's system keeps of its sends goes with the app. A context that still waits is
  /// not taken back, and what was handed over once is not handed over again.
  private func forgetSends(of device: Int32) {
    for link in links(from: device) {
      link.context = nil
      link.memory = SenderMemory(after: link.memory)
    }
  }

  private func forgetRegistered(of device: Int32) {
    for process in registered.indices where vocabulary.owner(of: Int32(process)) == device {
      registered[process] = []
      registrationCount += 1
    }
  }

  /// What is written while signed out stays on the device, so each has an account of its own then.
  private func switchAccount(
    to account: String?, _ device: DeviceState, _ event: ResolvedEvent
  ) {
    let next =
      account ?? "\(DismissalPolicy.signedOut) \(vocabulary.processes[event.device])"
    guard next != device.account else { return }
    device.lists = device.policy.dismissals.lists(
      leaving: device.account, with: device.lists, entering: next, without: [:],
      parked: &device.parkedLists)
    device.account = next
    outcome.accountChanged = true
    expectPulls(device)
  }

  private func expectPulls(_ device: DeviceState) {
    for list in device.lists.keys { device.lists[list]?.expectPull() }
  }

  func noteEntitlement(_ event: ResolvedEvent) {
    let device = state(event.device)
    let wasOpen = device.isGateOpen
    device.entitlement.note(lastOutcome.answer)
    if !wasOpen && device.isGateOpen {
      outcome.gateOpened = true
      expectPulls(device)
    }
  }
}
