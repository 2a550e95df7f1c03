import Coverage
import Testing

@Suite struct CloverReaderTests {
  static func report(_ file: String, project: String = "<project timestamp=\"1700000000123\">") -> String {
    "<coverage generated=\"1\" clover=\"4\">\(project)\(file)</project></coverage>"
  }

  @Test func `a line has the largest count of its statements; methods are functions`() throws {
    let file = try read(
      Self.report(
        """
        <package name="p"><file name="A.java" path="C:\\src\\A.java"><class name="A"/>
        <line num="1" type="method" count="2" signature="run() : void"/>
        <line num="2" type="stmt" count="2"/><line num="2" type="stmt" count="5"/>
        </file></package>
        """)
    ).only()
    #expect(file.path == "C:/src/A.java")
    #expect(file.counts == [2: 5])
    #expect(file.functionTexts == ["run() : void@1=2"])
  }

  @Test func `a condition has its true and its false way, and neither before it is reached`() throws {
    let file = try read(
      Self.report(
        """
        <file name="/a.java"><line num="3" type="cond" truecount="4" falsecount="0"/>
        <line num="3" type="cond" truecount="0" falsecount="0"/><line num="3" type="stmt" count="4"/></file>
        """)
    ).only()
    #expect(file.branchTexts == ["3,0,0,4", "3,0,1,0", "3,1,0,-", "3,1,1,-"])
    #expect(file.counts == [3: 4])
  }

  @Test func `conditions are added up sense by sense`() throws {
    let shard = { (yes: Int, no: Int) in
      Self.report("<file name=\"/a\"><line num=\"1\" type=\"cond\" truecount=\"\(yes)\" falsecount=\"\(no)\"/></file>")
    }
    let file = try merge([shard(1, 0), shard(0, 2), shard(0, 0)]).only()
    #expect(file.branchTexts == ["1,0,0,1", "1,0,1,2"])
    #expect(file.counts == [1: 3])
  }

  @Test func `Istanbul says how many branches were taken and not, and puts packages into metrics`() throws {
    let file = try read(
      Self.report(
        """
        <metrics statements="9"><package name="src"><file name="a.ts" path="/src/a.ts">
        <metrics statements="9" coveredstatements="9" conditionals="5" coveredconditionals="4"/>
        <line num="1" count="7" type="cond" truecount="3" falsecount="1"/>
        <line num="2" count="0" type="cond" truecount="1" falsecount="0"/></file></package></metrics>
        """, project: "<project timestamp=\"1\" name=\"All files\">"))
    #expect(file.warnings.isEmpty)
    #expect(try file.only().tallyTexts == ["1: 3...3/4", "2: 1...1/1"])
    #expect(try file.only().counts == [1: 7, 2: 0])
  }

  @Test func `the path of PHPUnit is in the name`() throws {
    let file = try read(
      Self.report(
        "<file name=\"/srv/Calc.php\"><line num=\"5\" type=\"method\" name=\"div\" count=\"3\" crap=\"2\"/></file>")
    ).only()
    #expect(file.path == "/srv/Calc.php")
    #expect(file.functionTexts == ["div@5=3"])
  }

  @Test func `metrics of a file are compared, those of classes are not`() throws {
    let report = try read(
      Self.report(
        """
        <file name="/a"><class name="A"><metrics statements="99"/></class><line num="1" type="stmt" count="1"/>
        <metrics statements="2" coveredstatements="1" methods="0"/></file>
        """))
    #expect(report.warnings.map(\.kind) == [.claim(file: "/a", what: "statements", claimed: 2, counted: 1)])
  }

  @Test(arguments: [
    "<file name=\"/a\"><line num=\"1\" type=\"stmt\"/></file>",
    "<file name=\"/a\"><line num=\"x\" type=\"stmt\" count=\"1\"/></file>",
    "<file name=\"/a\"><line num=\"1\" type=\"what\" count=\"1\"/></file>",
    "<file><line num=\"1\" type=\"stmt\" count=\"1\"/></file>",
    "<file name=\"/a\"><line num=\"1\" type=\"cond\" truecount=\"1\"/></file>",
  ])
  func `damage is an error, or passed over`(_ file: String) throws {
    guard case .malformed = failure(Self.report(file))?.kind else {
      Issue.record("\(file)")
      return
    }
    #expect(try read(Self.report(file), keepGoing: true).warnings.count == 1)
  }

  @Test func `the time is that of the project`() throws {
    #expect(try read(Self.report("<file name=\"/a\"/>")).madeAt == 1_700_000_000...1_700_000_000)
  }
}
