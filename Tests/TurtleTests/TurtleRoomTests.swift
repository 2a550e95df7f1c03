// Turtle graphics: positions and headings, L-systems, streams of points.

import Testing

@testable import Turtle
