// Layout laws of grids and list rows.

/// The room of layout.
enum LayoutRoom {}
