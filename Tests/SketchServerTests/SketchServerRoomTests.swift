// Serves the sketch page on loopback.

import Testing

@testable import SketchServer
