// Patterns of the Life screen, as run-length encoding: b dead, o alive, $ end of a row.

const PATTERNS = [
  ["gun", "Gosper glider gun", "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!"],
  ["glider", "Glider", "bob$2bo$3o!"],
  ["spaceship", "Lightweight spaceship", "bo2bo$o4b$o3bo$4o!"],
  ["pulsar", "Pulsar", "2b3o3b3o2b2$o4bobo4bo$o4bobo4bo$o4bobo4bo$2b3o3b3o2b2$2b3o3b3o2b$o4bobo4bo$o4bobo4bo$o4bobo4bo2$2b3o3b3o!"],
  ["pentadecathlon", "Pentadecathlon", "2bo4bo2b$2ob4ob2o$2bo4bo!"],
  ["r-pentomino", "R-pentomino", "b2o$2o$bo!"],
  ["acorn", "Acorn", "bo5b$3bo3b$2o2b3o!"],
  ["diehard", "Diehard", "6bob$2o6b$bo3b3o!"],
];
