// placeholder

struct ResolutionStore {
  init(_ repository: GitRepository, _ scratch: ScratchRepository) {}
  func resolutions() throws(ReleaseError) -> KnownResolutions { KnownResolutions() }
}
