// What can go wrong while a drawing becomes a file, and how it is said.

internal import Ink

/// A picture that cannot be read, or a drawing that cannot be written.
public enum RenderingError: Error, Equatable {
}
