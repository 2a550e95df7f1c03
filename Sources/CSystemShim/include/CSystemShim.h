// What Swift's Glibc module leaves out because it needs _GNU_SOURCE.

#ifndef PLIMSOLL_CSYSTEMSHIM_H
#define PLIMSOLL_CSYSTEMSHIM_H

#include <spawn.h>
#include <stddef.h>

/// Makes a pipe whose ends no child inherits, in one step: with a separate fcntl, a process spawned by another thread in
/// between would hold the pipe open. Returns 0, or -1 with errno set.
int plimsoll_pipe(int ends[2]);

/// Makes a spawned process start in a folder. Returns 0 or an error number.
int plimsoll_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder);

/// Blocks of at least this many bytes are taken from the system and given back to it one by one; does nothing where the C library
/// has no such setting.
void plimsoll_return_large_blocks(size_t least);

#endif
