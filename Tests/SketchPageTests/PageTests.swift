// The page in a real browser. Three sessions look at all of it: hands, controls and keys, files and copies.

import TestSupport
import Testing

@Suite(
  "Drawing page: in Chromium", .serialized,
  .enabled(if: Browser.isInstalled, "chromium and chromedriver are not installed"))
struct PageTests {}
