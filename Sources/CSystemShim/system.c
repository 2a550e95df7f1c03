#define _GNU_SOURCE
#include "CSystemShim.h"

#include <fcntl.h>
#include <stddef.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <unistd.h>

int plimsoll_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC);
#else
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

int plimsoll_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder) {
  return posix_spawn_file_actions_addchdir_np(actions, folder);
}

void plimsoll_return_large_blocks(size_t least) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, (int)least);
#else
  (void)least;
#endif
}
