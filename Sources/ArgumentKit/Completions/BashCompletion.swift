struct BashCompletion {
  let root: CommandReference
  var script: String { "" }
}
