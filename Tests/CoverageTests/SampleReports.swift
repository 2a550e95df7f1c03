// A small report in each format that is read, with as many kinds of records as the format has: seeds for mutation and a start
// for tests.

import Coverage

enum SampleReports {
  static let lcov = """
    TN:unit
    SF:/src/a.c
    VER:1
    FN:1,5,f
    FN:7,g(int, int)
    FNDA:3,f
    FNDA:0,g(int, int)
    FNL:0,10,12
    FNA:0,2,h
    FNA:0,1,h_alias
    BRDA:2,0,0,3
    BRDA:2,0,1,0
    BRDA:8,e0,0,-
    BRDA:8,f0,a && f(x, y),-
    BRDA:8,U1,1,1
    MCDC:2,2,t,1,0,a
    MCDC:2,2,f,0,0,a
    MCDC:2,U2,t,0,1,b, c
    DA:1,3,abcdefabcdefabcdefabcd==
    DA:2,18446744073709551615
    DA:8,0
    LF:3
    LH:2
    end_of_record
    TN:
    SF:b.c
    DA:1,1
    end_of_record

    """

  static let cobertura = """
    <?xml version="1.0"?>
    <!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">
    <coverage line-rate="0.5" branch-rate="0.5" lines-covered="2" lines-valid="3" timestamp="1700000000123">
      <sources><source>/src</source></sources>
      <packages><package name="p"><classes>
        <class name="A" filename="p/A.java" line-rate="0.66">
          <methods><method name="run" signature="()V" line-rate="1"><lines><line number="1" hits="3"/></lines></method></methods>
          <lines>
            <line number="1" hits="3" branch="false"/>
            <line number="2" hits="3" branch="true" condition-coverage="50% (2/4)"><conditions>
              <condition number="7" type="jump" coverage="100%"/><condition number="9" type="jump" coverage="0%"/>
            </conditions></line>
            <line number="4" hits="0" branch="true" condition-coverage="50% (1/2)"/>
          </lines>
        </class>
        <class name="A$B" filename="p/A.java"><methods/><lines><line number="4" hits="1.5e3"/></lines></class>
      </classes></package></packages>
    </coverage>
    """

  static let clover = """
    <?xml version="1.0" encoding="UTF-8"?>
    <coverage generated="1700000000" clover="4.3.1"><project timestamp="1700000000">
      <package name="p"><file name="A.java" path="/src/p/A.java">
        <class name="A"><metrics statements="2" coveredstatements="1"/></class>
        <line num="1" type="method" count="2" signature="run() : void"/>
        <line num="2" type="stmt" count="2"/>
        <line num="2" type="cond" truecount="2" falsecount="0"/>
        <line num="3" type="cond" truecount="0" falsecount="0"/>
        <line num="4" type="cond" count="3" truecount="1" falsecount="1"/>
        <line num="5" type="stmt" count="0"/>
        <metrics statements="2" coveredstatements="1" conditionals="6" coveredconditionals="2" methods="1"/>
      </file></package>
    </project></coverage>
    """

  static let jacoco = """
    <?xml version="1.0" encoding="UTF-8"?><!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd">
    <report name="r"><sessioninfo id="s" start="1700000000000" dump="1700000001000"/>
    <group name="app"><package name="p"><class name="p/A" sourcefilename="A.java"><method name="run" desc="()V" line="3">
    <counter type="METHOD" missed="0" covered="1"/></method></class><class name="p/A$B"><method name="x" desc="()I" line="9">
    <counter type="METHOD" missed="1" covered="0"/></method></class><sourcefile name="A.java">
    <line nr="3" mi="0" ci="4" mb="1" cb="1"/><line nr="4" mi="2" ci="0" mb="0" cb="0"/>
    <counter type="LINE" missed="1" covered="1"/></sourcefile></package></group>
    <group name="lib"><package name="p"><sourcefile name="A.java"><line nr="1" mi="0" ci="1" mb="0" cb="0"/></sourcefile>
    </package></group><counter type="LINE" missed="1" covered="2"/></report>
    """

  static let llvm = """
    {"type":"llvm.coverage.json.export","version":"2.0.1","data":[{"files":[{"filename":"/src/a.c","segments":[
    [1,12,3,true,true,false],[2,7,3,true,true,false],[2,12,3,true,false,false],[2,13,1,true,false,true],
    [2,14,1,true,true,false],[2,23,3,true,false,false],[5,2,0,false,false,false],[8,1,0,true,true],[9,2,0,false,false]],
    "branches":[[2,7,2,12,1,2,0,0,4],[2,7,2,20,0,0,0,0,4]],"mcdc_records":[[2,7,2,20,1,2,0,0,5,[true,false]]],
    "expansions":[],"summary":{"lines":{"count":7}}}],"functions":[{"name":"a.c:f","count":3,"filenames":["/src/a.c"],
    "regions":[[1,12,5,2,3,0,0,0],[2,14,2,23,1,0,0,0]],"branches":[]},{"name":"g","count":0,"filenames":["/src/a.c"],
    "regions":[[8,1,9,2,0,0,0,0]]}],"totals":{}}]}
    """

  static let go = """
    mode: count
    example.com/m/a.go:3.19,4.11 1 2
    example.com/m/a.go:5.2,7.25 3 0
    C:/m/b c.go:1.1,2.1 2 18446744073709551615
    example.com/m/a.go:3.19,4.11 1 5

    """

  static let json = """
    {"format":"plimsoll.coverage","version":1,"formats":["lcov"],"madeAt":[1,2],"totals":{"lines":[8,9]},"files":[
    {"path":"a.c","test":"t","version":"v","totals":{"lines":[1,2],"branches":[2,4,3]},"lines":[[1,5],[2,0]],
    "checksums":[[1,"x=="]],"branches":[[1,"0","0",5,""],[1,"0","jump, out",null,"eU"]],
    "branchTallies":[[2,1,2,3]],"instructionTallies":[[1,3,3,4]],"functions":[["f",1,null,5,null],["g",2,9,0,0]],
    "conditions":[[1,2,0,1,"a",1,0]]},{"path":"b.go","boolean":true,"totals":{"lines":[3,3],"statements":[2,2]},
    "blocks":[[1,1,3,2,2,1]]},{"path":"c.c","totals":{"lines":[4,4]},"segments":[[[1,1,2,1,1,0],[4,1,0,0,0,0]]]}
    ]}
    """

  static func text(_ format: CoverageFormat) -> String {
    switch format {
    case .lcov: lcov
    case .cobertura: cobertura
    case .clover: clover
    case .jacoco: jacoco
    case .llvm: llvm
    case .go: go
    case .json: json
    }
  }
}
