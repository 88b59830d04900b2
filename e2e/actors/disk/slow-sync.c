/*
 * Preloaded into a process: each fsync and fdatasync takes as long as the file SLOW_SYNC_DELAY says (milliseconds; none
 * without the file), and leaves a letter in the file SLOW_SYNC_LOG: m for one on the process's main thread, o for others.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
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

int fsync(int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  note();
  delay();
  return real(file);
}

int fdatasync(int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  note();
  delay();
  return real(file);
}
