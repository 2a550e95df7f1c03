// Layout laws of grids and list rows.

import Testing

@testable import Layout
