public import Foundation
public import ReelSeams

/// The real side of the settings store.
extension UserDefaults: DefaultsStore {}
