// How long the program takes to say its version, beside git: the time that every call pays.

import SystemKit

struct StartUpBench {
  let plimsoll: String

  func run() throws {
    print("## Start-up\n")
    let rounds = 60
    var own: [Double] = []
    var git: [Double] = []
    for _ in 0..<rounds {
      own.append(try time(plimsoll))
      git.append(try time("git"))
    }
    own.sort()
    git.sort()
    let (ownMedian, gitMedian) = (own[rounds / 2], git[rounds / 2])
    print("| command | best | median | beside git |")
    print("| --- | ---: | ---: | ---: |")
    print(
      "| plimsoll --version | \(Figures.milliseconds(own[0])) | \(Figures.milliseconds(ownMedian)) "
        + "| \(Figures.ratio(ownMedian / gitMedian)) |")
    print("| git --version | \(Figures.milliseconds(git[0])) | \(Figures.milliseconds(gitMedian)) | 1x |\n")
    guard ownMedian < 0.030 else { throw BenchFailure("plimsoll --version takes longer than 30 ms") }
  }

  private func time(_ program: String) throws -> Double {
    let watch = Stopwatch()
    let outcome = try Subprocess(program, ["--version"]).run()
    guard outcome.succeeded else { throw BenchFailure("\(program) --version failed") }
    return watch.seconds
  }
}
