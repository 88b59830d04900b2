/*
 * Preloaded into a process and, through it, into those that it starts: whatever is done to files below the folder
 * RECORDED_ROOT is written to the file RECORDED_LOG, one record each, so that a test can tell what a power cut at any moment
 * would have left. A change is recorded once it is done, a sync before it begins and after it is over: what is recorded
 * before the beginning of a sync was done before it. A record: its length without these four bytes, its letter and three
 * bytes of nothing, the thread, the file's number (inode), an offset or size, the lengths of two paths (two bytes each), the
 * paths, and the bytes that were written; all numbers little-endian. An x86-64 or arm64 Linux has that order by itself.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

extern char **environ;
static const char *root;
static const char *logPath;
static char preloadEntry[4096], rootEntry[4096], logEntry[4096];

#define REAL(name, ...) ((__VA_ARGS__)dlsym(RTLD_NEXT, name))

__attribute__((constructor)) static void begin(void) {
  root = getenv("RECORDED_ROOT");
  logPath = getenv("RECORDED_LOG");
  const char *preload = getenv("LD_PRELOAD");
  snprintf(preloadEntry, sizeof preloadEntry, "LD_PRELOAD=%s", preload == NULL ? "" : preload);
  snprintf(rootEntry, sizeof rootEntry, "RECORDED_ROOT=%s", root == NULL ? "" : root);
  snprintf(logEntry, sizeof logEntry, "RECORDED_LOG=%s", logPath == NULL ? "" : logPath);
}

static int isBelow(const char *path) {
  size_t length = root == NULL ? 0 : strlen(root);
  return length > 0 && path != NULL && strncmp(path, root, length) == 0 && (path[length] == '/' || path[length] == 0);
}

/* Whether the descriptor's file is below the root; its number, and its path where `path` has room. */
static int isRecorded(int file, uint64_t *number, char *path, size_t room) {
  char link[32], own[4096];
  struct stat found;
  if (root == NULL || path == NULL) { path = own; room = sizeof own; }
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, room - 1);
  if (length < 0) return 0;
  path[length] = 0;
  if (!isBelow(path) || fstat(file, &found) != 0) return 0;
  *number = found.st_ino;
  return 1;
}

struct __attribute__((packed)) Head {
  uint32_t length;
  char letter, nothing[3];
  uint32_t thread;
  uint64_t number, offset;
  uint16_t first, second;
};

/* One call, which appends all of it or none. A record that cannot be written would make every later finding wrong. */
static void record(char letter, uint64_t number, uint64_t offset, const char *first, const char *second,
                   const struct iovec *data, int parts, size_t dataLength) {
  int kept = errno;
  int file = open(logPath, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file < 0) abort();
  struct Head head = {0, letter, {0}, (uint32_t)syscall(SYS_gettid), number, offset, first == NULL ? 0 : strlen(first),
                      second == NULL ? 0 : strlen(second)};
  struct iovec all[64] = {{&head, sizeof head}, {(void *)first, head.first}, {(void *)second, head.second}};
  int used = 3;
  size_t left = dataLength;
  for (int i = 0; i < parts && left > 0; i++) {
    if (used == 64) abort();
    size_t taken = data[i].iov_len < left ? data[i].iov_len : left;
    all[used++] = (struct iovec){data[i].iov_base, taken};
    left -= taken;
  }
  head.length = sizeof head - sizeof head.length + head.first + head.second + dataLength;
  if (syscall(SYS_writev, file, all, used) != (long)(head.length + sizeof head.length)) abort();
  close(file);
  errno = kept;
}

static void recordWrite(int file, const struct iovec *data, int parts, ssize_t written, off_t offset) {
  uint64_t number;
  if (written <= 0 || !isRecorded(file, &number, NULL, 0)) return;
  if (offset < 0) offset = lseek(file, 0, SEEK_CUR) - written;
  record('W', number, offset, NULL, NULL, data, parts, written);
}

ssize_t write(int file, const void *bytes, size_t length) {
  ssize_t written = REAL("write", ssize_t (*)(int, const void *, size_t))(file, bytes, length);
  recordWrite(file, &(struct iovec){(void *)bytes, length}, 1, written, -1);
  return written;
}

ssize_t writev(int file, const struct iovec *data, int parts) {
  ssize_t written = REAL("writev", ssize_t (*)(int, const struct iovec *, int))(file, data, parts);
  recordWrite(file, data, parts, written, -1);
  return written;
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) {
  ssize_t written = REAL("pwrite64", ssize_t (*)(int, const void *, size_t, off64_t))(file, bytes, length, offset);
  recordWrite(file, &(struct iovec){(void *)bytes, length}, 1, written, offset);
  return written;
}
ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) { return pwrite64(file, bytes, length, offset); }

ssize_t pwritev64(int file, const struct iovec *data, int parts, off64_t offset) {
  ssize_t written = REAL("pwritev64", ssize_t (*)(int, const struct iovec *, int, off64_t))(file, data, parts, offset);
  recordWrite(file, data, parts, written, offset);
  return written;
}
ssize_t pwritev(int file, const struct iovec *data, int parts, off_t offset) { return pwritev64(file, data, parts, offset); }

int ftruncate64(int file, off64_t size) {
  uint64_t number;
  int outcome = REAL("ftruncate64", int (*)(int, off64_t))(file, size);
  if (outcome == 0 && isRecorded(file, &number, NULL, 0)) record('T', number, size, NULL, NULL, NULL, 0, 0);
  return outcome;
}
int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

static int recordSync(int file, int (*real)(int)) {
  uint64_t number;
  char path[4096];
  int isOurs = isRecorded(file, &number, path, sizeof path);
  if (isOurs) record('S', number, 0, path, NULL, NULL, 0, 0);
  int outcome = real(file);
  if (isOurs && outcome == 0) record('E', number, 0, path, NULL, NULL, 0, 0);
  return outcome;
}
int fsync(int file) { return recordSync(file, REAL("fsync", int (*)(int))); }
int fdatasync(int file) { return recordSync(file, REAL("fdatasync", int (*)(int))); }

static int recordOpen(int file, const char *path, int flags) {
  uint64_t number;
  if (file < 0 || (flags & (O_CREAT | O_TRUNC)) == 0 || !isBelow(path) || !isRecorded(file, &number, NULL, 0)) return file;
  record('O', number, (flags & O_TRUNC) != 0, path, NULL, NULL, 0, 0);
  return file;
}

#define MODE(flags) \
  mode_t mode = 0; \
  if ((flags & O_CREAT) != 0) { va_list more; va_start(more, flags); mode = va_arg(more, int); va_end(more); }

int open64(const char *path, int flags, ...) {
  MODE(flags)
  return recordOpen(REAL("open64", int (*)(const char *, int, ...))(path, flags, mode), path, flags);
}
int open(const char *path, int flags, ...) {
  MODE(flags)
  return recordOpen(REAL("open", int (*)(const char *, int, ...))(path, flags, mode), path, flags);
}
int openat(int folder, const char *path, int flags, ...) {
  MODE(flags)
  return recordOpen(REAL("openat", int (*)(int, const char *, int, ...))(folder, path, flags, mode), path, flags);
}

static int recordNames(char letter, int outcome, const char *first, const char *second) {
  if (outcome == 0 && (isBelow(first) || isBelow(second))) record(letter, 0, 0, first, second, NULL, 0, 0);
  return outcome;
}
int rename(const char *from, const char *to) {
  return recordNames('R', REAL("rename", int (*)(const char *, const char *))(from, to), from, to);
}
int link(const char *from, const char *to) {
  return recordNames('L', REAL("link", int (*)(const char *, const char *))(from, to), from, to);
}
int unlink(const char *path) { return recordNames('U', REAL("unlink", int (*)(const char *))(path), path, NULL); }
int rmdir(const char *path) { return recordNames('U', REAL("rmdir", int (*)(const char *))(path), path, NULL); }
int unlinkat(int folder, const char *path, int flags) {
  return recordNames('U', REAL("unlinkat", int (*)(int, const char *, int))(folder, path, flags), path, NULL);
}
int mkdir(const char *path, mode_t mode) {
  return recordNames('M', REAL("mkdir", int (*)(const char *, mode_t))(path, mode), path, NULL);
}

/* Between fork and here nothing may be allocated. */
int execvp(const char *program, char *const arguments[]) {
  size_t count = 0;
  while (environ[count] != NULL) count++;
  char **all = alloca((count + 4) * sizeof *all);
  size_t used = 0;
  for (size_t i = 0; i < count; i++)
    if (strncmp(environ[i], "LD_PRELOAD=", 11) != 0 && strncmp(environ[i], "RECORDED_", 9) != 0) all[used++] = environ[i];
  all[used++] = preloadEntry;
  all[used++] = rootEntry;
  all[used++] = logEntry;
  all[used] = NULL;
  return execvpe(program, arguments, all);
}
