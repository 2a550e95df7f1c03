// Before libevent's own headers, which define _GNU_SOURCE: fd_set has other names of its members with it than Swift's Glibc knows.
#include <sys/select.h>

#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
