struct FishCompletion {
  let root: CommandReference
  var script: String { "" }
}
