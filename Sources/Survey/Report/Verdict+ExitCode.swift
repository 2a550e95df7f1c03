// The status that the command ends with. It is the command's own, and reports for machines repeat it.

extension Verdict {
  /// 0, 1 or 2.
  package var exitCode: Int32 {
    switch self {
    case .mayShip: 0
    case .mayNotShip: 1
    case .cannotTell: 2
    }
  }
}
