/*
 * Preloaded into a process: each fsync and fdatasync takes as long as the file SLOW_SYNC_DELAY says (milliseconds; none
 * without the file), and leaves a letter in the file SLOW_SYNC_LOG: m for one on the process's main thread, o for others.
 * Those of files whose path has what stands in the file SLOW_SYNC_REFUSED fail with EIO.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void note(void) {
  const char *path = getenv("SLOW_SYNC_LOG");
  int file = path == NULL ? -1 : open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return;
  const char *letter = syscall(SYS_gettid) == getpid() ? "m" : "o";
  if (write(file, letter, 1) < 0) abort();
  close(file);
}

static void delay(void) {
  char text[16] = {0};
  const char *path = getenv("SLOW_SYNC_DELAY");
  int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  long milliseconds = read(file, text, sizeof text - 1) > 0 ? atol(text) : 0;
  close(file);
  struct timespec left = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  while (nanosleep(&left, &left) != 0) {
  }
}

static int refused(int of) {
  char text[256] = {0}, link[64], name[4096] = {0};
  const char *path = getenv("SLOW_SYNC_REFUSED");
  int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  long length = read(file, text, sizeof text - 1);
  close(file);
  snprintf(link, sizeof link, "/proc/self/fd/%d", of);
  if (length <= 0 || readlink(link, name, sizeof name - 1) < 0 || strstr(name, text) == NULL) return 0;
  errno = EIO;
  return 1;
}

int fsync(int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  note();
  delay();
  if (refused(file)) return -1;
  return real(file);
}

int fdatasync(int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  note();
  delay();
  if (refused(file)) return -1;
  return real(file);
}
