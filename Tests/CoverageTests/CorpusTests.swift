// Every file of the corpus in a format that is read, with the totals that another source gives for it; every file in another
// format, with the error that names it. The sources:
//
// - `script`: counted by a script that shares nothing with this library, run over the folder on 2026-12-01:
//     def lcov(path):      # dictionaries keyed by (SF, line), (SF, line, block, name), (SF, name, start) or FNL group
//     def cobertura(root): # L[file][n] = max(hits) over class.findall('lines/line') or .findall('methods/method/lines/line');
//                          # B[file][n] = max((total, covered)) of re.search('\\((\\d+)/(\\d+)\\)', condition-coverage);
//                          # F[file][name, signature, first line] = max(hits)
//     def clover(root):    # L[file][num] = max(count or truecount + falsecount) of stmt and cond; cond: 2 ways, or with `count`
//                          # true of true + false; F = method lines
//   with xml.etree and `sum(h > 0 for h in values)`, `len(values)`.
// - `jacoco`: the report's own counters at report level (LINE, BRANCH, METHOD, INSTRUCTION), as JaCoCo worked them out:
//     { (c.get('type'), c.get('covered'), c.get('missed')) for c in root.findall('counter') }
//   but for: jenkins-jacocoTestReport (1,334 instructions have no line; sum of ci and mi of all `line`), grcov-kotlin (no counters:
//   sums of `line` and number of METHOD counters), grcov-inner-classes (10 `method` elements, its counter says 12: edited),
//   grcov-multiple-top-level-classes and jenkins-pester (2 and 1 methods of classes that name no source file).
// - `llvmCov`: `llvm-cov export -format=lcov` of the same profile, stored as lcov/gen-*.info, for lines and functions; branches
//   are the file-level ones (that LCOV also lists those of the macro under a.cpp:10, 2 more); conditions twice the `mcdc`
//   summary, since each is counted in both senses.
// - `goTool`: statements as `go tool cover -func` totals them (statements of blocks with a count / all statements):
//     awk '!/^mode/ {t[$1]=$2; if ($3>0) c[$1]=$2} END {for (k in t) {T+=t[k]; C+=c[k]}; print C"/"T}'
//   Lines are those that blocks touch (no tool prints them).
// - `coveragePy`: the lines-covered, lines-valid, branches-covered, branches-valid that coverage.py wrote.

import Coverage
import SystemKit
import Testing

/// Totals as text: "covered/total", "-" where there are none.
struct ExpectedTotals: Sendable {
  var files: Int
  var lines = "-"
  var branches = "-"
  var functions = "-"
  var conditions = "-"
  var instructions = "-"
  var statements = "-"

  static func text(_ ratio: CoverageRatio) -> String {
    if ratio.total == 0 { return "-" }
    return ratio.isExact
      ? "\(ratio.covered)/\(ratio.total)" : "\(ratio.covered)...\(ratio.coveredAtMost)/\(ratio.total)"
  }

  var all: [String] { [lines, branches, functions, conditions, instructions, statements] }

  static func all(_ totals: CoverageTotals) -> [String] {
    [totals.lines, totals.branches, totals.functions, totals.conditions, totals.instructions, totals.statements].map(
      text)
  }
}

/// Where expected totals come from.
enum TotalsSource: Sendable { case script, jacoco, llvmCov, goTool, coveragePy }

struct CorpusFile: Sendable, CustomTestStringConvertible {
  let name: String
  let source: TotalsSource
  let totals: ExpectedTotals

  init(_ name: String, _ source: TotalsSource, _ totals: ExpectedTotals) {
    self.name = name
    self.source = source
    self.totals = totals
  }

  var testDescription: String { name }
}

@Suite(
  .enabled(if: CoverageCorpus.isPresent, "the corpus is not at ../shared/inputs; PLIMSOLL_CORPUS names its folder"))
struct CorpusTests {
  static let readable: [CorpusFile] = [
    CorpusFile("clover/Clover_Groovy.xml", .script, ExpectedTotals(files: 3, lines: "3/3", functions: "3/3")),
    CorpusFile("clover/Clover_Istanbul.xml", .script, ExpectedTotals(files: 2, lines: "11/11")),
    CorpusFile(
      "clover/Clover_OpenClover4.3.1.xml", .script,
      ExpectedTotals(files: 7, lines: "15/22", branches: "1/2", functions: "6/12")),
    CorpusFile("clover/gen-phpcc9.2.xml", .script, ExpectedTotals(files: 1, lines: "3/4", functions: "2/3")),
    CorpusFile(
      "clover/jenkins-clover-empty-package.xml", .script, ExpectedTotals(files: 3, lines: "69/69", branches: "6/6")),
    CorpusFile(
      "clover/jenkins-clover-java.xml", .script,
      ExpectedTotals(files: 4, lines: "1/17", branches: "1/2", functions: "1/10")),
    CorpusFile("clover/phpcc-BankAccount-line.xml", .script, ExpectedTotals(files: 1, lines: "5/8", functions: "3/4")),
    CorpusFile("clover/phpcc-BankAccount-path.xml", .script, ExpectedTotals(files: 1, lines: "5/8", functions: "3/4")),
    CorpusFile(
      "clover/phpcc-NamespacedBankAccount.xml", .script, ExpectedTotals(files: 1, lines: "5/8", functions: "3/4")),
    CorpusFile(
      "clover/phpcc-openclover-BankAccount-path.xml", .script, ExpectedTotals(files: 1, lines: "5/8", functions: "3/4")),
    CorpusFile("cobertura/Cobertura_CPPCoverage.xml", .script, ExpectedTotals(files: 1, lines: "0/2")),
    CorpusFile(
      "cobertura/Cobertura_Istanbul.xml", .script,
      ExpectedTotals(files: 156, lines: "1452/11340", functions: "346/2692")),
    CorpusFile("cobertura/Cobertura_Swift.xml", .script, ExpectedTotals(files: 1, lines: "1/2", functions: "1/2")),
    CorpusFile(
      "cobertura/Cobertura_coverlet.xml", .script,
      ExpectedTotals(files: 18, lines: "156/255", branches: "9/14", functions: "35/67")),
    CorpusFile(
      "cobertura/Cobertura_dotnet-coverage.xml", .script,
      ExpectedTotals(files: 18, lines: "158/221", branches: "15/18", functions: "40/67")),
    CorpusFile(
      "cobertura/gen-coveragepy-7.17.xml", .coveragePy, ExpectedTotals(files: 2, lines: "12/16", branches: "8/12")),
    CorpusFile("cobertura/gen-phpcc9.2.xml", .script, ExpectedTotals(files: 1, lines: "4/5", functions: "2/3")),
    CorpusFile(
      "cobertura/jenkins-cobertura-absolute-path.xml", .script,
      ExpectedTotals(files: 1, lines: "12/12", branches: "6/6", functions: "1/1")),
    // Two classes of no name and no file, 96 lines and 1.
    CorpusFile(
      "cobertura/jenkins-cobertura-counter-aggregation.xml", .script,
      ExpectedTotals(files: 2, lines: "97/97", branches: "31/32", functions: "31/31")),
    CorpusFile(
      "cobertura/jenkins-cobertura-duplicate-go-init-methods.xml", .script,
      ExpectedTotals(files: 1, lines: "3/3", functions: "3/3")),
    CorpusFile(
      "cobertura/jenkins-cobertura-duplicate-lines.xml", .script,
      ExpectedTotals(files: 1, lines: "5/7", branches: "6/14", functions: "1/1")),
    CorpusFile(
      "cobertura/jenkins-cobertura-duplicate-methods.xml", .script,
      ExpectedTotals(files: 1, lines: "37/40", branches: "20/26", functions: "2/2")),
    CorpusFile(
      "cobertura/jenkins-cobertura-missing-condition-coverage.xml", .script,
      ExpectedTotals(files: 1, lines: "37/40", branches: "10/16", functions: "1/1")),
    CorpusFile(
      "cobertura/jenkins-cobertura-npe.xml", .script,
      ExpectedTotals(files: 2, lines: "44/53", branches: "3/4", functions: "4/5")),
    CorpusFile(
      "cobertura/jenkins-cobertura-same-filename.xml", .script,
      ExpectedTotals(files: 2, lines: "1/2", branches: "2/10", functions: "1/2")),
    CorpusFile(
      "cobertura/jenkins-coverage-missing-sources.xml", .script,
      ExpectedTotals(files: 4, lines: "27/29", branches: "2/2", functions: "5/5")),
    CorpusFile(
      "cobertura/jenkins-merge-duplicate-a.xml", .script,
      ExpectedTotals(files: 2, lines: "1/2", branches: "2/10", functions: "1/2")),
    CorpusFile(
      "cobertura/jenkins-merge-duplicate-b.xml", .script,
      ExpectedTotals(files: 2, lines: "0/2", branches: "0/10", functions: "0/2")),
    CorpusFile(
      "cobertura/jenkins-merge-issue-244-a.xml", .script,
      ExpectedTotals(files: 1, lines: "1/3", branches: "0/3", functions: "0/1")),
    CorpusFile(
      "cobertura/jenkins-merge-issue-244-b.xml", .script,
      ExpectedTotals(files: 1, lines: "1/3", branches: "0/4", functions: "0/1")),
    CorpusFile(
      "cobertura/phpcc-BankAccount-path.xml", .script, ExpectedTotals(files: 1, lines: "5/8", functions: "3/4")),
    CorpusFile(
      "cobertura/rg-Cobertura2.1.1-MultiSource.xml", .script,
      ExpectedTotals(files: 7, lines: "24/36", branches: "1/4", functions: "8/17")),
    CorpusFile(
      "cobertura/rg-Cobertura2.1.1.xml", .script,
      ExpectedTotals(files: 7, lines: "24/36", branches: "1/4", functions: "8/17")),
    CorpusFile(
      "gen/traps/blocks.info", .script, ExpectedTotals(files: 1, lines: "2/3", branches: "2/6", functions: "1/1")),
    CorpusFile(
      "gen/traps/new22.info", .script, ExpectedTotals(files: 1, lines: "3/4", branches: "2/4", functions: "1/2")),
    CorpusFile("gen/traps/odd.info", .script, ExpectedTotals(files: 1, lines: "3/5", functions: "1/1")),
    CorpusFile("go/gen-go1.19-count.out", .goTool, ExpectedTotals(files: 1, lines: "5/7", statements: "5/6")),
    CorpusFile("go/gen-go1.19-countA.out", .goTool, ExpectedTotals(files: 1, lines: "5/7", statements: "4/6")),
    CorpusFile("go/gen-go1.19-set.out", .goTool, ExpectedTotals(files: 1, lines: "5/7", statements: "5/6")),
    CorpusFile("go/go-coverage-atomic.out", .goTool, ExpectedTotals(files: 4, lines: "23/33", statements: "14/21")),
    CorpusFile("go/go-relative-import.out", .goTool, ExpectedTotals(files: 4, lines: "23/33", statements: "14/21")),
    CorpusFile("go/go.out", .goTool, ExpectedTotals(files: 2, lines: "446/503", statements: "253/299")),
    CorpusFile("go/grcov-go.out", .goTool, ExpectedTotals(files: 2, lines: "446/503", statements: "253/299")),
    CorpusFile(
      "jacoco-xml/JaCoCo0.7.7.xml", .jacoco,
      ExpectedTotals(files: 7, lines: "26/38", branches: "1/4", functions: "9/18", instructions: "102/173")),
    CorpusFile(
      "jacoco-xml/JaCoCo0.8.3.xml", .jacoco,
      ExpectedTotals(files: 7, lines: "26/38", branches: "1/4", functions: "9/18", instructions: "96/161")),
    CorpusFile(
      "jacoco-xml/grcov-basic-report.xml", .jacoco,
      ExpectedTotals(files: 1, lines: "3/4", branches: "2/2", functions: "1/2", instructions: "11/14")),
    CorpusFile(
      "jacoco-xml/grcov-inner-classes.xml", .jacoco,
      ExpectedTotals(files: 1, lines: "0/14", functions: "0/10", instructions: "0/50")),
    CorpusFile(
      "jacoco-xml/grcov-kotlin-jacoco-report.xml", .jacoco,
      ExpectedTotals(files: 1, lines: "0/27", branches: "0/4", functions: "0/15", instructions: "0/157")),
    CorpusFile(
      "jacoco-xml/grcov-multiple-top-level-classes.xml", .jacoco,
      ExpectedTotals(files: 1, lines: "0/14", functions: "0/10", instructions: "0/50")),
    CorpusFile(
      "jacoco-xml/jenkins-file-subpackage.xml", .jacoco,
      ExpectedTotals(files: 11, lines: "497/532", branches: "149/158", functions: "145/151", instructions: "2084/2198")),
    CorpusFile(
      "jacoco-xml/jenkins-jacoco-codingstyle-no-sourcefilename.xml", .jacoco,
      ExpectedTotals(files: 10, lines: "294/323", branches: "109/116", functions: "97/102", instructions: "1260/1350")),
    CorpusFile(
      "jacoco-xml/jenkins-jacoco-merge-a.xml", .jacoco,
      ExpectedTotals(files: 1, lines: "8/26", branches: "2/14", functions: "3/7", instructions: "21/101")),
    CorpusFile(
      "jacoco-xml/jenkins-jacoco-merge-b.xml", .jacoco,
      ExpectedTotals(files: 1, lines: "8/26", branches: "2/14", functions: "3/7", instructions: "20/101")),
    CorpusFile(
      "jacoco-xml/jenkins-jacoco-merge-c.xml", .jacoco,
      ExpectedTotals(files: 1, lines: "7/26", branches: "1/14", functions: "3/7", instructions: "18/101")),
    CorpusFile(
      "jacoco-xml/jenkins-jacocoTestReport.xml", .jacoco,
      ExpectedTotals(files: 9, lines: "225/225", branches: "124/128", functions: "68/68", instructions: "2957/3052")),
    CorpusFile(
      "jacoco-xml/jenkins-pester.xml", .jacoco,
      ExpectedTotals(files: 4, lines: "3/4", functions: "3/3", instructions: "3/4")),
    CorpusFile(
      "lcov/gcovr-gcc14-several-functions.info", .script,
      ExpectedTotals(files: 2, lines: "30/30", branches: "6/6", functions: "8/8")),
    CorpusFile(
      "lcov/gen-coveragepy-7.17.info", .script,
      ExpectedTotals(files: 2, lines: "12/16", branches: "8/12", functions: "4/4")),
    CorpusFile(
      "lcov/gen-llvm21-cpp-all.info", .script,
      ExpectedTotals(files: 2, lines: "23/26", branches: "24/34", functions: "4/5")),
    CorpusFile("lcov/gen-swift63-llvmcov.info", .script, ExpectedTotals(files: 1, lines: "5/7", functions: "5/9")),
    CorpusFile(
      "lcov/grcov-empty_line.info", .script,
      ExpectedTotals(files: 1, lines: "27/57", branches: "3/20", functions: "4/7")),
    CorpusFile(
      "lcov/grcov-firefox-1494603973-2977-7.info", .script,
      ExpectedTotals(files: 2, lines: "0/5676", branches: "0/3694", functions: "0/464")),
    CorpusFile(
      "lcov/grcov-prova_fn_with_commas.info", .script,
      ExpectedTotals(files: 1, lines: "27/57", branches: "3/20", functions: "4/7")),
    CorpusFile("lcov/grcov-relative_path.info", .script, ExpectedTotals(files: 1, lines: "4/4", functions: "1/1")),
    CorpusFile("lcov/jenkins-large-hit-counts.info", .script, ExpectedTotals(files: 1, lines: "1/2", branches: "1/2")),
    CorpusFile("lcov/jenkins-report.info", .script, ExpectedTotals(files: 3, lines: "3/6", branches: "1/2")),
    CorpusFile(
      "lcov/lcov2-branch-bug.info", .script,
      ExpectedTotals(files: 1, lines: "1/1", branches: "2/2", functions: "1/1", conditions: "3/6")),
    CorpusFile(
      "lcov/lcov2-err-badBranchLine.info", .script,
      ExpectedTotals(files: 2, lines: "10/16", branches: "1/4", functions: "1/1")),
    CorpusFile(
      "lcov/lcov2-err-badFncEndLine.info", .script,
      ExpectedTotals(files: 2, lines: "10/16", branches: "1/6", functions: "0/1")),
    CorpusFile("lcov/lcov2-err-badFncLine.info", .script, ExpectedTotals(files: 2, lines: "10/16", branches: "1/6")),
    CorpusFile(
      "lcov/lcov2-err-badLine.info", .script, ExpectedTotals(files: 2, lines: "9/15", branches: "1/6", functions: "1/1")
    ),
    CorpusFile(
      "lcov/lcov2-err-branchNoLine.info", .script,
      ExpectedTotals(files: 1, lines: "2/8", branches: "1/2", functions: "1/1")),
    CorpusFile(
      "lcov/lcov2-err-exceptionBranch1.info", .script,
      ExpectedTotals(files: 1, lines: "10/16", branches: "2/6", functions: "1/1")),
    CorpusFile(
      "lcov/lcov2-err-exceptionBranch2.info", .script,
      ExpectedTotals(files: 1, lines: "10/16", branches: "2/6", functions: "1/1")),
    CorpusFile(
      "lcov/lcov2-err-fncMismatch.info", .script,
      ExpectedTotals(files: 1, lines: "10/16", branches: "2/6", functions: "1/2")),
    CorpusFile(
      "lcov/lcov2-err-funcNoLine.info", .script,
      ExpectedTotals(files: 1, lines: "0/8", branches: "0/2", functions: "1/1")),
    CorpusFile(
      "lcov/lcov2-err-lineNoBranch.info", .script,
      ExpectedTotals(files: 1, lines: "3/8", branches: "0/2", functions: "1/1")),
    CorpusFile(
      "lcov/lcov2-err-lineNoFunc.info", .script,
      ExpectedTotals(files: 1, lines: "2/8", branches: "0/2", functions: "0/1")),
    CorpusFile(
      "lcov/lcov2-err-noFunc.info", .script, ExpectedTotals(files: 1, lines: "10/16", branches: "2/6", functions: "1/1")
    ),
    CorpusFile(
      "lcov/lcov2-exception-example.info", .script,
      ExpectedTotals(files: 1, lines: "9/11", branches: "5/11", functions: "1/1")),
    CorpusFile(
      "lcov/lcov2-lambda.info", .script,
      ExpectedTotals(files: 15, lines: "77/1088", branches: "24/753", functions: "23/339")),
    CorpusFile(
      "lcov/lcov2-mcdc_errs.info", .script,
      ExpectedTotals(files: 1, lines: "2/7", branches: "3/7", functions: "2/4", conditions: "0/6")),
    CorpusFile("lcov/lcov2-merge-a.dat", .script, ExpectedTotals(files: 1, lines: "13/13", functions: "4/4")),
    CorpusFile(
      "lcov/lcov2-merge-a.info", .script,
      ExpectedTotals(files: 1, lines: "2/7", branches: "3/7", functions: "2/4", conditions: "0/6")),
    CorpusFile(
      "lcov/lcov2-merge-a_subtract_b.gold", .script,
      ExpectedTotals(files: 1, lines: "1/4", branches: "2/5", functions: "2/3", conditions: "0/2")),
    CorpusFile(
      "lcov/lcov2-merge-b.dat", .script, ExpectedTotals(files: 1, lines: "0/10", branches: "0/8", functions: "0/4")),
    CorpusFile(
      "lcov/lcov2-merge-b.info", .script,
      ExpectedTotals(files: 2, lines: "6/7", branches: "6/7", functions: "5/6", conditions: "2/7")),
    CorpusFile(
      "lcov/lcov2-merge-functionBug_1.dat", .script,
      ExpectedTotals(files: 1, lines: "0/7", branches: "0/6", functions: "0/1")),
    CorpusFile(
      "lcov/lcov2-merge-functionBug_2.dat", .script,
      ExpectedTotals(files: 1, lines: "11/11", branches: "6/6", functions: "1/1")),
    CorpusFile(
      "lcov/lcov2-merge-intersect.gold", .script,
      ExpectedTotals(files: 1, lines: "3/3", branches: "2/2", functions: "1/1", conditions: "1/4")),
    CorpusFile(
      "lcov/lcov2-merge-mcdc.dat", .script,
      ExpectedTotals(files: 1, lines: "2/7", branches: "3/7", functions: "2/4", conditions: "0/6")),
    CorpusFile(
      "lcov/lcov2-names-in.info", .script,
      ExpectedTotals(files: 1, lines: "4/4", branches: "2/2", functions: "1/1", conditions: "2/2")),
    CorpusFile("lcov/lcov2-relative.info", .script, ExpectedTotals(files: 2, lines: "4/4")),
    CorpusFile("lcov/reportgenerator-cpp.info", .script, ExpectedTotals(files: 3, lines: "17/19", functions: "3/3")),
    CorpusFile(
      "lcov/reportgenerator-csharp.info", .script,
      ExpectedTotals(files: 15, lines: "118/184", branches: "5/8", functions: "27/54")),
    CorpusFile(
      "llvm-cov/gen-llvm21-cpp-all.json", .llvmCov,
      ExpectedTotals(files: 2, lines: "23/26", branches: "22/32", functions: "4/5", conditions: "6/12")),
    CorpusFile(
      "llvm-cov/gen-llvm21-cpp-p2.json", .llvmCov,
      ExpectedTotals(files: 2, lines: "20/26", branches: "16/32", functions: "4/5", conditions: "4/12")),
    CorpusFile("llvm-cov/gen-swift63.json", .llvmCov, ExpectedTotals(files: 1, lines: "5/7", functions: "5/9")),
  ]

  @Test(arguments: readable)
  func `a file of the corpus has the totals that another source gives`(_ file: CorpusFile) throws {
    let report = try CoverageMerger(workers: 1).read(CoverageCorpus.path(file.name))
    #expect(report.files.count == file.totals.files)
    #expect(ExpectedTotals.all(report.totals) == file.totals.all)
  }

  @Test(arguments: readable)
  func `a file of the corpus goes through JSON without loss`(_ file: CorpusFile) throws {
    let report = try CoverageMerger(workers: 1).read(CoverageCorpus.path(file.name))
    let json = try render(report, .json)
    let again = try read(json)
    #expect(again.files == report.files)
    #expect(again.madeAt == report.madeAt)
    #expect(again.warnings == [])
  }

  @Test(arguments: readable)
  func `a file of the corpus has the same totals in Cobertura, as far as it holds them`(_ file: CorpusFile) throws {
    let report = try CoverageMerger(workers: 1).read(CoverageCorpus.path(file.name))
    let again = try read(try render(report, .cobertura))
    #expect(again.totals.lines == report.totals.lines)
    #expect(again.warnings == [])
    let losses = CoverageWriter.losses(of: report, in: .cobertura)
    if !losses.contains(where: { $0.contains("branches but no count") }) {
      #expect(again.totals.branches.covered == report.totals.branches.covered)
      #expect(again.totals.branches.total == report.totals.branches.total)
    }
    #expect(again.totals.functions == report.totals.functions)
  }

  static let damaged: [(name: String, line: Int, record: String)] = [
    ("lcov/grcov-invalid_DA_record.info", 479, "DA:590"),
    ("lcov/lcov2-format.info", 8, "DA:10,1.a0e+19"),
    ("lcov/lcov2-err-emptyFileRecord.info", 37, "SF:"),
  ]

  @Test(arguments: damaged)
  func `a damaged file is refused with its line, and read in part when asked`(
    _ name: String, _ line: Int, _ record: String
  ) throws {
    let path = CoverageCorpus.path(name)
    let error = #expect(throws: CoverageError.self) { try CoverageMerger(workers: 1).read(path) }
    #expect(error?.line == line)
    guard case .malformed(record, _) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    var options = MergeOptions()
    options.keepGoing = true
    let report = try CoverageMerger(options: options, workers: 1).read(path)
    #expect(report.warnings.contains { $0.kind == .damaged(record) })
  }

  static let notRead: [(folder: String, name: String)] = [
    ("coveragepy/gen-7.17-branch-contexts.json", "coverage.py JSON"),
    ("coveragepy/gen-7.17-contexts.sqlite", "SQLite"),
    ("gcov-json", "gcov JSON"), ("gcov-text", "gcov text"), ("gcovr-json", "gcovr"), ("istanbul", "Istanbul JSON"),
    ("jacoco-exec/android-JacocoTestForAndroid-coverage.ec", "JaCoCo execution data"),
    ("jacoco-exec/emma-not-jacoco-TemperatureConverterTests-coverage.ec", "EMMA"),
    ("jacoco-exec/maven-nomatch.exec", "JaCoCo execution data"), ("jacoco-exec/nomatch.exec", "JaCoCo execution data"),
    ("jacoco-exec/sample1.exec", "JaCoCo execution data"), ("jacoco-exec/sample2.exec", "JaCoCo execution data"),
    ("phpunit-cov", "PHPUnit"), ("xccov/tuist-archive.json", "xccov archive"),
    ("xccov/tuist-archive-wrapped-counts.json", "xccov archive"), ("xccov/tuist-report.json", "xccov report"),
  ]

  @Test(arguments: notRead)
  func `a format that is known and not read is named`(_ path: String, _ format: String) throws {
    let files = try FileTree.walk([CoverageCorpus.path(path)]).files
    #expect(!files.isEmpty)
    for file in files {
      let error = #expect(throws: CoverageError.self) { try CoverageMerger(workers: 1).read(file.path) }
      guard case .notReadHere(let name, let instead) = error?.kind else {
        Issue.record("\(file.path): \(String(describing: error))")
        continue
      }
      #expect(name.contains(format))
      #expect(!instead.isEmpty)
    }
  }

  @Test(arguments: [
    "lcov/grcov-not_info_file.info", "jacoco-xml/grcov-not_jacoco_file.xml", "jacoco-xml/jacoco-report-1.1.dtd",
    "cobertura/rg-coverage-04.dtd", "clover/phpcc-openclover-clover.xsd", "junit/jenkins-issue-113.xml", "LOG.md",
  ])
  func `a file that is no coverage report is refused`(_ name: String) throws {
    let error = #expect(throws: CoverageError.self) { try CoverageMerger(workers: 1).read(CoverageCorpus.path(name)) }
    #expect(error?.kind == .unrecognised)
  }

  @Test func `every file of the corpus is in one of the tables`() throws {
    let known = Set(Self.readable.map(\.name) + Self.damaged.map(\.name))
    let folders = ["lcov", "cobertura", "clover", "jacoco-xml", "llvm-cov", "go", "gen/traps"]
    for file in try FileTree.walk(folders.map(CoverageCorpus.path)).files {
      let name = try #require(PathName.relative(file.path, to: CoverageCorpus.path("")))
      if name.hasSuffix(".dtd") || name.hasSuffix(".xsd") || name.contains("not_") { continue }
      if name.hasSuffix(".cpp") || name.hasSuffix(".h") || name.hasSuffix(".swift") { continue }
      #expect(known.contains(name), "\(name)")
    }
  }

  @Test(arguments: [
    ("llvm-cov/gen-llvm21-cpp-all.json", "lcov/gen-llvm21-cpp-all.info"),
    ("llvm-cov/gen-swift63.json", "lcov/gen-swift63-llvmcov.info"),
  ])
  func `lines of an llvm-cov export are those of its own LCOV`(_ export: String, _ tracefile: String) throws {
    let lines = { (name: String) throws -> [String: [LineCount]] in
      let report = try CoverageMerger(workers: 1).read(CoverageCorpus.path(name))
      return Dictionary(uniqueKeysWithValues: report.files.map { ($0.path, $0.lines) })
    }
    #expect(try lines(export) == lines(tracefile))
  }

  @Test func `coverage.py gives the same lines and branches as LCOV and as Cobertura`() throws {
    let lcov = try CoverageMerger(workers: 1).read(CoverageCorpus.path("lcov/gen-coveragepy-7.17.info")).totals
    let cobertura = try CoverageMerger(workers: 1).read(CoverageCorpus.path("cobertura/gen-coveragepy-7.17.xml")).totals
    #expect(lcov.lines == cobertura.lines)
    #expect(lcov.branches == cobertura.branches)
  }
}
