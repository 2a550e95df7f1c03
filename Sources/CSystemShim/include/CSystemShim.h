// What Swift's Glibc module leaves out because it needs _GNU_SOURCE.

#ifndef PLIMSOLL_CSYSTEMSHIM_H
#define PLIMSOLL_CSYSTEMSHIM_H

#include <spawn.h>

/// Makes a pipe whose ends no child inherits, in one step: with a separate fcntl, a process spawned by another thread in
/// between would hold the pipe open. Returns 0, or -1 with errno set.
int plimsoll_pipe(int ends[2]);

/// Makes a spawned process start in a folder. Returns 0 or an error number.
int plimsoll_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder);

#endif
