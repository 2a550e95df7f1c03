struct ZshCompletion {
  let root: CommandReference
  var script: String { "" }
}
