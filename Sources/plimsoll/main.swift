// Starts the command line and ends with its status. All else is in PlimsollCLI, where tests can reach it.

import PlimsollCLI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

exit(CommandLineProgram.start(Array(CommandLine.arguments.dropFirst())))
