/*
 * Records, in order, the calls that change files whose paths begin with RECORD_FILES, in the file
 * RECORD_TO. A record is a line `KIND OFFSET LENGTH PATH` followed by LENGTH bytes: W a write, T a truncation (OFFSET is the
 * new size), S a sync of a file or folder, C a creation, U an unlink, R a rename (the bytes are the new path),
 * A a write to standard output.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Makes a call and its record atomic: the journal has its own thread. */
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

static ssize_t really_write(int descriptor, const void *bytes, size_t count) {
  return NEXT(ssize_t (*)(int, const void *, size_t), "write")(descriptor, bytes, count);
}

static int is_watched(const char *path) {
  const char *start = getenv("RECORD_FILES");
  if (start == NULL || strncmp(path, start, strlen(start)) != 0) return 0;
  /* The index of a write-ahead log is rebuilt from the log. */
  size_t length = strlen(path);
  return length < 4 || strcmp(path + length - 4, "-shm") != 0;
}

/* Whether a descriptor's file is watched; if so, puts its path into `path`. */
static int watched_path(int descriptor, char *path, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, size - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_watched(path);
}

static void record(char kind, long long offset, const char *path, const void *bytes, size_t count) {
  static int descriptor = -1;
  int before = errno;
  if (descriptor < 0) {
    const char *to = getenv("RECORD_TO");
    if (to == NULL) return;
    descriptor = NEXT(int (*)(const char *, int, ...), "open")(to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  }
  char head[4352];
  int length = snprintf(head, sizeof head, "%c %lld %zu %s\n", kind, offset, count, path);
  if (really_write(descriptor, head, (size_t)length) != length) abort();
  if (count > 0 && really_write(descriptor, bytes, count) != (ssize_t)count) abort();
  errno = before;
}

static ssize_t write_at(const char *name, int descriptor, const void *bytes, size_t count, off64_t offset) {
  ssize_t (*next)(int, const void *, size_t, off64_t) = NEXT(ssize_t (*)(int, const void *, size_t, off64_t), name);
  char path[4096];
  if (!watched_path(descriptor, path, sizeof path)) return next(descriptor, bytes, count, offset);
  pthread_mutex_lock(&one_at_a_time);
  ssize_t done = next(descriptor, bytes, count, offset);
  if (done > 0) record('W', offset, path, bytes, (size_t)done);
  pthread_mutex_unlock(&one_at_a_time);
  return done;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  return write_at("pwrite64", descriptor, bytes, count, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  return write_at("pwrite", descriptor, bytes, count, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  char path[4096];
  int is_output = descriptor == STDOUT_FILENO;
  if (!is_output && !watched_path(descriptor, path, sizeof path)) return really_write(descriptor, bytes, count);
  pthread_mutex_lock(&one_at_a_time);
  long long offset = is_output ? 0 : lseek64(descriptor, 0, SEEK_CUR);
  ssize_t done = really_write(descriptor, bytes, count);
  if (done > 0) record(is_output ? 'A' : 'W', offset, is_output ? "-" : path, bytes, (size_t)done);
  pthread_mutex_unlock(&one_at_a_time);
  return done;
}

static int synced(const char *name, int descriptor) {
  int (*next)(int) = NEXT(int (*)(int), name);
  char path[4096];
  if (!watched_path(descriptor, path, sizeof path)) return next(descriptor);
  pthread_mutex_lock(&one_at_a_time);
  int result = next(descriptor);
  if (result == 0) record('S', 0, path, NULL, 0);
  pthread_mutex_unlock(&one_at_a_time);
  return result;
}

int fsync(int descriptor) { return synced("fsync", descriptor); }

int fdatasync(int descriptor) { return synced("fdatasync", descriptor); }

static int truncated(const char *name, int descriptor, off64_t length) {
  int (*next)(int, off64_t) = NEXT(int (*)(int, off64_t), name);
  char path[4096];
  if (!watched_path(descriptor, path, sizeof path)) return next(descriptor, length);
  pthread_mutex_lock(&one_at_a_time);
  int result = next(descriptor, length);
  if (result == 0) record('T', length, path, NULL, 0);
  pthread_mutex_unlock(&one_at_a_time);
  return result;
}

int ftruncate64(int descriptor, off64_t length) { return truncated("ftruncate64", descriptor, length); }

int ftruncate(int descriptor, off_t length) { return truncated("ftruncate", descriptor, length); }

int unlink(const char *path) {
  int (*next)(const char *) = NEXT(int (*)(const char *), "unlink");
  if (!is_watched(path)) return next(path);
  pthread_mutex_lock(&one_at_a_time);
  int result = next(path);
  if (result == 0) record('U', 0, path, NULL, 0);
  pthread_mutex_unlock(&one_at_a_time);
  return result;
}

int rename(const char *from, const char *to) {
  int (*next)(const char *, const char *) = NEXT(int (*)(const char *, const char *), "rename");
  if (!is_watched(from)) return next(from, to);
  pthread_mutex_lock(&one_at_a_time);
  int result = next(from, to);
  if (result == 0) record('R', 0, from, to, strlen(to));
  pthread_mutex_unlock(&one_at_a_time);
  return result;
}

static int opened(const char *name, const char *path, int flags, mode_t mode) {
  int (*next)(const char *, int, ...) = NEXT(int (*)(const char *, int, ...), name);
  if ((flags & O_CREAT) == 0 || !is_watched(path)) return next(path, flags, mode);
  pthread_mutex_lock(&one_at_a_time);
  int is_new = access(path, F_OK) != 0;
  int descriptor = next(path, flags, mode);
  if (is_new && descriptor >= 0) record('C', 0, path, NULL, 0);
  pthread_mutex_unlock(&one_at_a_time);
  return descriptor;
}

static mode_t mode_of(int flags, va_list rest) { return (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0; }

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return opened("open", path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return opened("open64", path, flags, mode);
}
