/*
 * Makes one call that changes a file fail, or kills the process at it. It counts pwrite, write, fsync, fdatasync,
 * ftruncate and unlink on files whose paths contain FAIL_FILES. FAIL_AT is the number of the call, from 1, or `all` while
 * that is in the environment; FAIL_HOW is kill, eio,
 * enospc or short (half the bytes are written, then ENOSPC). At exit it writes a letter for each call to the file FAIL_REPORT:
 * `w` for one that writes more than a byte, which alone can be short, and `-` for any other.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_long calls;
#define MOST_TOLD 65536
static char kinds[MOST_TOLD + 1];
/* After a short write the disk is full, so the rest fails too. */
static atomic_long also_fails;

static int is_watched(const char *path) {
  const char *part = getenv("FAIL_FILES");
  return part != NULL && strstr(path, part) != NULL;
}

static int is_watched_descriptor(int descriptor) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_watched(path);
}

/* How the call fails; null if it succeeds. */
static const char *fate(char kind) {
  long call = atomic_fetch_add(&calls, 1) + 1;
  if (call <= MOST_TOLD) kinds[call - 1] = kind;
  const char *at = getenv("FAIL_AT");
  const char *how = getenv("FAIL_HOW");
  if (at == NULL || how == NULL) return NULL;
  if (call == atomic_load(&also_fails)) return "enospc";
  if (strcmp(at, "all") != 0 && call != atol(at)) return NULL;
  if (strcmp(how, "kill") == 0) raise(SIGKILL);
  return how;
}

static int fails(void) {
  const char *how = fate('-');
  if (how == NULL) return 0;
  errno = strcmp(how, "eio") == 0 ? EIO : ENOSPC;
  return 1;
}

/* How many bytes to write: all, half, or -1 for none, with errno set. */
static ssize_t allowed(size_t count) {
  const char *how = fate(count > 1 ? 'w' : '-');
  if (how == NULL) return (ssize_t)count;
  if (strcmp(how, "short") == 0 && count > 1) {
    atomic_store(&also_fails, atomic_load(&calls) + 1);
    return (ssize_t)(count / 2);
  }
  errno = strcmp(how, "eio") == 0 ? EIO : ENOSPC;
  return -1;
}

#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  ssize_t (*next)(int, const void *, size_t, off64_t) =
      NEXT(ssize_t (*)(int, const void *, size_t, off64_t), "pwrite64");
  if (!is_watched_descriptor(descriptor)) return next(descriptor, bytes, count, offset);
  ssize_t part = allowed(count);
  return part < 0 ? -1 : next(descriptor, bytes, (size_t)part, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  ssize_t (*next)(int, const void *, size_t) = NEXT(ssize_t (*)(int, const void *, size_t), "write");
  if (!is_watched_descriptor(descriptor)) return next(descriptor, bytes, count);
  ssize_t part = allowed(count);
  return part < 0 ? -1 : next(descriptor, bytes, (size_t)part);
}

int fsync(int descriptor) {
  int (*next)(int) = NEXT(int (*)(int), "fsync");
  return is_watched_descriptor(descriptor) && fails() ? -1 : next(descriptor);
}

int fdatasync(int descriptor) {
  int (*next)(int) = NEXT(int (*)(int), "fdatasync");
  return is_watched_descriptor(descriptor) && fails() ? -1 : next(descriptor);
}

int ftruncate64(int descriptor, off64_t length) {
  int (*next)(int, off64_t) = NEXT(int (*)(int, off64_t), "ftruncate64");
  return is_watched_descriptor(descriptor) && fails() ? -1 : next(descriptor, length);
}

int unlink(const char *path) {
  int (*next)(const char *) = NEXT(int (*)(const char *), "unlink");
  return is_watched(path) && fails() ? -1 : next(path);
}

/* A disk that has disappeared: while FAIL_READS is set, these files cannot be read. Not counted. */
static int is_gone(int descriptor) {
  if (getenv("FAIL_READS") == NULL || !is_watched_descriptor(descriptor)) return 0;
  errno = EIO;
  return 1;
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
  ssize_t (*next)(int, void *, size_t, off64_t) = NEXT(ssize_t (*)(int, void *, size_t, off64_t), "pread64");
  return is_gone(descriptor) ? -1 : next(descriptor, bytes, count, offset);
}

ssize_t read(int descriptor, void *bytes, size_t count) {
  ssize_t (*next)(int, void *, size_t) = NEXT(ssize_t (*)(int, void *, size_t), "read");
  return is_gone(descriptor) ? -1 : next(descriptor, bytes, count);
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("FAIL_REPORT");
  FILE *file = path == NULL ? NULL : fopen(path, "w");
  if (file == NULL) return;
  fprintf(file, "%s\n", kinds);
  fclose(file);
}
