// Serves the sketch page on loopback.

internal import SystemKit

/// The server's room.
enum ServerRoom {}
