// Conway's Life and every other rule of births and survivals.

import Testing

@testable import Life
