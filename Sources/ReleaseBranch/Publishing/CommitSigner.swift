// Signs rebuilt commits with the user's own key, as `git commit -S` would: OpenPGP or X.509 through gpg and its like, SSH through
// ssh-keygen ("git config", gpg.format). The signature is over the commit without it and stands in a header of its own.

internal import SystemKit

/// Signs commits.
struct CommitSigner: Sendable {
  private let program: String
  private let arguments: [String]
  private let header: String
  /// Holds a public key that the settings give as text.
  private let folder: ScratchFolder?

  /// Reads the user's settings.
  ///
  /// - Throws: `unsupported` when they name no key or a format nobody knows.
  init(_ repository: GitRepository) throws(ReleaseError) {
    func setting(_ name: String) -> String? { repository.ask(["config", "--get", name]) }
    header = repository.objectFormat == "sha256" ? "gpgsig-sha256" : "gpgsig"
    let format = setting("gpg.format") ?? "openpgp"
    let key = setting("user.signingkey")
    switch format {
    case "openpgp", "x509":
      let standard = format == "x509" ? "gpgsm" : "gpg"
      program = setting("gpg.\(format).program") ?? (format == "openpgp" ? setting("gpg.program") : nil) ?? standard
      let identity = String(decoding: try repository.identity().committer, as: UTF8.self)
      let name = identity.split(separator: ">").first.map { $0 + ">" } ?? ""
      arguments = ["--status-fd=2", "-bsau", key ?? String(name)]
      folder = nil
    case "ssh":
      program = setting("gpg.ssh.program") ?? "ssh-keygen"
      guard let key else { throw ReleaseError(.unsupported("user.signingkey names no key to sign with")) }
      let literal = key.hasPrefix("key::") ? String(key.dropFirst(5)) : key.hasPrefix("ssh-") ? key : nil
      if let literal {
        do {
          let made = try ScratchFolder()
          try AtomicFile.write(Array((literal + "\n").utf8), to: made.path + "/key")
          folder = made
          arguments = ["-Y", "sign", "-n", "git", "-U", "-f", made.path + "/key"]
        } catch { throw ReleaseError(.unsupported("cannot sign: \(error)")) }
      } else {
        folder = nil
        let path = repository.ask(["config", "--type=path", "--get", "user.signingkey"]) ?? key
        arguments = ["-Y", "sign", "-n", "git", "-f", path]
      }
    default: throw ReleaseError(.unsupported("gpg.format '\(format)' is not known (openpgp, x509 or ssh is expected)"))
    }
  }

  /// The commit with a signature over it.
  ///
  /// - Throws: `unsupported` with the program's words when it does not sign.
  func signed(_ commit: CommitObject) throws(ReleaseError) -> CommitObject {
    var process = Subprocess(program, arguments, timeout: 120)
    process.input = commit.unsigned.bytes
    let outcome: Subprocess.Outcome
    do throws(SystemError) { outcome = try process.run() } catch {
      throw ReleaseError(.unsupported("cannot sign: \(error)"))
    }
    var signature = outcome.output
    while signature.last == 0x0A { signature.removeLast() }
    guard outcome.succeeded, !signature.isEmpty else {
      let words = outcome.errorText.split(whereSeparator: \.isNewline).last { !$0.hasPrefix("[GNUPG:]") }
      throw ReleaseError(.unsupported("cannot sign: \(words.map(String.init) ?? "\(program) gave no signature")"))
    }
    var copy = commit.unsigned
    copy.headers.append(.init(name: header, value: signature))
    return copy
  }
}
