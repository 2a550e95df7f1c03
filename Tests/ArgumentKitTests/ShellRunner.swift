// Runs completion scripts in the shells they are for. `popen` is enough here and needs no other target.

import TestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A fresh folder with a few files to complete, gone when the value goes.
final class ShellRunner {
  private let sandbox = Sandbox()
  var folder: String { sandbox.folder }

  init() {
    for name in ["a.json", "b.csv", "c.txt", "d e.json"] { write("", to: name) }
    mkdir(folder + "/deep", 0o700)
  }

  func write(_ text: String, to name: String) {
    guard let file = fopen(folder + "/" + name, "w") else { preconditionFailure("'\(name)' cannot be written") }
    fputs(text, file)
    fclose(file)
  }

  /// Runs a line of sh in the folder and returns what it prints, errors included.
  func run(_ line: String) -> String {
    guard let pipe = popen("cd \(folder) && HOME=\(folder) LC_ALL=C.UTF-8 \(line) 2>&1", "r") else {
      return "popen failed"
    }
    var bytes: [UInt8] = []
    while true {
      let byte = fgetc(pipe)
      if byte == EOF { break }
      bytes.append(UInt8(byte))
    }
    pclose(pipe)
    return String(decoding: bytes, as: UTF8.self)
  }

  static func has(_ shell: String) -> Bool {
    ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].contains { access($0 + shell, X_OK) == 0 }
  }
}
