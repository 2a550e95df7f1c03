// Turtle graphics: positions and headings, L-systems, streams of points.

/// The turtle's room.
enum TurtleRoom {}
