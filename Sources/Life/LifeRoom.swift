// Conway's Life and every other rule of births and survivals.

/// The room of Life.
enum LifeRoom {}
