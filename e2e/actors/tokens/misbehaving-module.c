/*
 * A PKCS#11 module that wraps another one and misbehaves on demand, as vendor modules do in the field.
 * TARGET (the wrapped module), CONTROL (file with the present misbehaviour: one word and a number) and LOG (one line
 * for each C_Login, C_Logout, C_OpenSession and C_Sign) are given to the compiler. The function table is used by position (PKCS#11
 * v2.40, order of CK_FUNCTION_LIST), so that no header is needed. PIN is what a person types on the reader in the modes
 * whose names begin with "pad": there the library holds one lock over all its calls, as many do.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef unsigned long CK_ULONG;
typedef CK_ULONG CK_RV;
typedef unsigned char CK_BYTE;
typedef struct { CK_BYTE version[2]; void *call[68]; } FunctionList;

enum { INITIALIZE = 0, GET_FUNCTION_LIST = 3, GET_SLOT_LIST = 4, GET_SLOT_INFO = 5, GET_TOKEN_INFO = 6, GET_MECHANISM_LIST = 7,
       GET_MECHANISM_INFO = 8, OPEN_SESSION = 12, CLOSE_SESSION = 13, CLOSE_ALL_SESSIONS = 14, GET_SESSION_INFO = 15, LOGIN = 18, LOGOUT = 19, GET_ATTRIBUTE_VALUE = 24, SIGN_INIT = 42,
       SIGN = 43 };
enum { CKR_GENERAL_ERROR = 0x5, CKR_ARGUMENTS_BAD = 0x7, CKR_CANT_LOCK = 0xa, CKR_DEVICE_ERROR = 0x30, CKR_FUNCTION_CANCELED = 0x50,
       CKR_PIN_INCORRECT = 0xa0, CKR_SESSION_COUNT = 0xb1, CKR_SESSION_HANDLE_INVALID = 0xb3,
       CKR_TOKEN_NOT_PRESENT = 0xe0 };

static FunctionList *real;
static FunctionList wrapped;
static pthread_mutex_t card = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t library = PTHREAD_MUTEX_INITIALIZER;
static int openSessions;
static int wasRemoved;

static long misbehaviour(const char *name) {
  char word[64] = "";
  long number = 0;
  FILE *file = fopen(CONTROL, "r");
  if (file == NULL) return -1;
  int found = fscanf(file, "%63s %ld", word, &number);
  fclose(file);
  return found > 0 && strcmp(word, name) == 0 ? number : -1;
}

/* Milliseconds until the person has typed; -1: the reader has no keys. */
static long padDelay(void) {
  static const char *const modes[] = {"pad", "pad-cancel", "pad-refuse", "pad-fail"};
  for (int i = 0; i < 4; i++) {
    long delay = misbehaviour(modes[i]);
    if (delay >= 0) return delay;
  }
  return -1;
}

static void waitForLibrary(void) {
  pthread_mutex_lock(&library);
  pthread_mutex_unlock(&library);
}

static void note(const char *line) {
  FILE *file = fopen(LOG, "a");
  if (file == NULL) return;
  fprintf(file, "%s\n", line);
  fclose(file);
}

static void hang(void) {
  for (;;) sleep(1000);
}

#define REAL(index, ...) ((CK_RV(*)(__VA_ARGS__))real->call[index])
/* A token that comes back in another slot. */
static CK_ULONG realSlot(CK_ULONG slot) { long shift = misbehaviour("moved"); return shift > 0 ? slot - shift : slot; }

/* Pulling a token ends its sessions and its login for good. */
static int isRemoved(void) {
  int removed = misbehaviour("removed") >= 0;
  if (removed && !wasRemoved) {
    CK_ULONG slots[16], count = 16;
    if (REAL(GET_SLOT_LIST, CK_BYTE, CK_ULONG *, CK_ULONG *)(1, slots, &count) == 0)
      for (CK_ULONG i = 0; i < count; i++) REAL(CLOSE_ALL_SESSIONS, CK_ULONG)(slots[i]);
    openSessions = 0;
  }
  wasRemoved = removed;
  return removed;
}

/* CK_C_INITIALIZE_ARGS: four mutex functions, flags (2: CKF_OS_LOCKING_OK), reserved. */
static CK_RV initialize(CK_ULONG *args) {
  if (args != NULL && (args[4] & 2) != 0 && misbehaviour("cannot-lock") >= 0) return CKR_CANT_LOCK;
  return REAL(INITIALIZE, CK_ULONG *)(args);
}

static CK_RV getSlotList(CK_BYTE present, CK_ULONG *slots, CK_ULONG *count) {
  waitForLibrary();
  if (misbehaviour("fail-slots") >= 0) return CKR_DEVICE_ERROR;
  if (isRemoved()) { *count = 0; return 0; }
  CK_RV rv = REAL(GET_SLOT_LIST, CK_BYTE, CK_ULONG *, CK_ULONG *)(present, slots, count);
  long shift = misbehaviour("moved");
  if (rv == 0 && slots != NULL && shift > 0) for (CK_ULONG i = 0; i < *count; i++) slots[i] += shift;
  return rv;
}

static CK_RV getSlotInfo(CK_ULONG slot, void *info) {
  return REAL(GET_SLOT_INFO, CK_ULONG, void *)(realSlot(slot), info);
}

/* CK_TOKEN_INFO: 96 bytes of text, then flags: 0x100 is CKF_PROTECTED_AUTHENTICATION_PATH, 0x1000000 CKF_ERROR_STATE. */
static CK_RV getTokenInfo(CK_ULONG slot, void *info) {
  waitForLibrary();
  if (isRemoved()) return CKR_TOKEN_NOT_PRESENT;
  CK_RV rv = REAL(GET_TOKEN_INFO, CK_ULONG, void *)(realSlot(slot), info);
  if (rv == 0 && padDelay() >= 0) *(CK_ULONG *)((char *)info + 96) |= 0x100;
  if (rv == 0 && misbehaviour("self-test-failed") >= 0) *(CK_ULONG *)((char *)info + 96) |= 0x1000000;
  return rv;
}

static CK_RV getMechanismList(CK_ULONG slot, CK_ULONG *list, CK_ULONG *count) {
  return REAL(GET_MECHANISM_LIST, CK_ULONG, CK_ULONG *, CK_ULONG *)(realSlot(slot), list, count);
}

/* "hash-only": the token signs with CKM_SHA256_RSA_PKCS and its like, not with bare digests. */
static CK_RV getMechanismInfo(CK_ULONG slot, CK_ULONG mechanism, CK_ULONG *info) {
  CK_RV rv = REAL(GET_MECHANISM_INFO, CK_ULONG, CK_ULONG, CK_ULONG *)(realSlot(slot), mechanism, info);
  int isBare = mechanism == 0x1 || mechanism == 0xd;
  if (rv == 0 && isBare && misbehaviour("hash-only") >= 0) info[2] &= ~0x800UL;
  return rv;
}

static CK_RV openSession(CK_ULONG slot, CK_ULONG flags, void *application, void *notify, CK_ULONG *session) {
  waitForLibrary();
  if (isRemoved()) return CKR_TOKEN_NOT_PRESENT;
  if (misbehaviour("fail-session") >= 0) return CKR_DEVICE_ERROR;
  long limit = misbehaviour("sessions");
  if (limit >= 0 && openSessions >= limit) return CKR_SESSION_COUNT;
  note("C_OpenSession");
  CK_RV rv = REAL(OPEN_SESSION, CK_ULONG, CK_ULONG, void *, void *, CK_ULONG *)(realSlot(slot), flags, application, notify, session);
  if (rv == 0) openSessions++;
  return rv;
}

static CK_RV closeSession(CK_ULONG session) {
  CK_RV rv = REAL(CLOSE_SESSION, CK_ULONG)(session);
  if (rv == 0) openSessions--;
  return rv;
}

/* CK_SESSION_INFO: slot, state (1 and 3: of a user who has logged in), flags, error of the device. */
static int isLoggedIn(CK_ULONG session) {
  CK_ULONG info[4];
  return REAL(GET_SESSION_INFO, CK_ULONG, CK_ULONG *)(session, info) == 0 && (info[1] == 1 || info[1] == 3);
}

static CK_RV getAttributeValue(CK_ULONG session, CK_ULONG object, void *template, CK_ULONG count) {
  if (misbehaviour("fail-attributes") >= 0) return CKR_DEVICE_ERROR;
  long hidden = misbehaviour("hidden-attributes");
  if (hidden > 0 && !isLoggedIn(session)) return hidden;
  return REAL(GET_ATTRIBUTE_VALUE, CK_ULONG, CK_ULONG, void *, CK_ULONG)(session, object, template, count);
}

static CK_RV loginAtReader(CK_ULONG session, CK_ULONG user, CK_ULONG length) {
  long delay = padDelay();
  note(user == 2 ? "C_Login NULL context" : "C_Login NULL");
  if (delay < 0 || length != 0) return CKR_ARGUMENTS_BAD;
  pthread_mutex_lock(&library);
  usleep(delay * 1000);
  CK_RV rv = CKR_FUNCTION_CANCELED;
  if (misbehaviour("pad-refuse") >= 0) rv = CKR_PIN_INCORRECT;
  else if (misbehaviour("pad-fail") >= 0) rv = CKR_GENERAL_ERROR;
  else if (misbehaviour("pad") >= 0)
    rv = REAL(LOGIN, CK_ULONG, CK_ULONG, const char *, CK_ULONG)(session, user, PIN, strlen(PIN));
  pthread_mutex_unlock(&library);
  return rv;
}

static CK_RV login(CK_ULONG session, CK_ULONG user, CK_BYTE *pin, CK_ULONG length) {
  if (pin == NULL) return loginAtReader(session, user, length);
  note(user == 2 ? "C_Login context" : "C_Login");
  if (misbehaviour("hang-login") >= 0) hang();
  if (misbehaviour("crash-login") >= 0) *(volatile int *)0 = 1;
  if (misbehaviour("fail-login") >= 0) return CKR_GENERAL_ERROR;
  return REAL(LOGIN, CK_ULONG, CK_ULONG, CK_BYTE *, CK_ULONG)(session, user, pin, length);
}

static CK_RV logout(CK_ULONG session) {
  note("C_Logout");
  waitForLibrary();
  return REAL(LOGOUT, CK_ULONG)(session);
}

static CK_RV signInit(CK_ULONG session, void *mechanism, CK_ULONG key) {
  waitForLibrary();
  if (isRemoved()) return CKR_SESSION_HANDLE_INVALID;
  return REAL(SIGN_INIT, CK_ULONG, void *, CK_ULONG)(session, mechanism, key);
}

/* How long nothing was signed, in milliseconds since the last signature was ready; for "slow-card" only. */
static struct timespec lastReady;
static void noteIdle(void) {
  struct timespec now;
  char line[32];
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (lastReady.tv_sec == 0) return;
  snprintf(line, sizeof line, "idle %ld", (now.tv_sec - lastReady.tv_sec) * 1000 + (now.tv_nsec - lastReady.tv_nsec) / 1000000);
  note(line);
}

/* How many calls sign beside each other, and the most there were; for "slow-hsm" only. */
static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static int beside = 0, mostBeside = 0;
static void noteBeside(int step) {
  char line[32];
  pthread_mutex_lock(&counting);
  beside += step;
  if (beside > mostBeside) { mostBeside = beside; snprintf(line, sizeof line, "beside %d", beside); note(line); }
  pthread_mutex_unlock(&counting);
}

/* What the card is given to sign; for "slow-card" only. */
static void noteData(const CK_BYTE *data, CK_ULONG length) {
  char line[5 + 2 * 256 + 1] = "data ";
  if (length > 256) return note("data too long");
  for (CK_ULONG i = 0; i < length; i++) sprintf(line + 5 + 2 * i, "%02x", data[i]);
  note(line);
}

static CK_RV sign(CK_ULONG session, CK_BYTE *data, CK_ULONG length, CK_BYTE *signature, CK_ULONG *room) {
  note("C_Sign");
  if (misbehaviour("hang-sign") >= 0) hang();
  if (misbehaviour("crash-sign") >= 0) *(volatile int *)0 = 1;
  long serial = misbehaviour("slow-card"), parallel = misbehaviour("slow-hsm");
  if (serial > 0) { noteIdle(); noteData(data, length); }
  if (serial > 0) { pthread_mutex_lock(&card); usleep(serial * 1000); pthread_mutex_unlock(&card); }
  if (parallel > 0) { noteBeside(1); usleep(parallel * 1000); noteBeside(-1); }
  if (isRemoved()) return CKR_GENERAL_ERROR;
  CK_RV rv = REAL(SIGN, CK_ULONG, CK_BYTE *, CK_ULONG, CK_BYTE *, CK_ULONG *)(session, data, length, signature, room);
  if (serial > 0) clock_gettime(CLOCK_MONOTONIC, &lastReady);
  if (rv == 0 && misbehaviour("wrong-signature") >= 0) signature[*room / 2] ^= 1;
  return rv;
}

CK_RV C_GetFunctionList(FunctionList **list) {
  if (real == NULL) {
#ifdef SPIED
    /* TARGET is a spy: what it spies on and where it writes, which the station passes on to no module. */
    setenv("PKCS11SPY", SPIED, 1);
    setenv("PKCS11SPY_OUTPUT", SPY_LOG, 1);
#endif
    void *library = dlopen(TARGET, RTLD_NOW | RTLD_LOCAL);
    CK_RV (*get)(FunctionList **) = library == NULL ? NULL : (CK_RV(*)(FunctionList **))dlsym(library, "C_GetFunctionList");
    if (get == NULL || get(&real) != 0) return CKR_GENERAL_ERROR;
    wrapped = *real;
    wrapped.call[INITIALIZE] = (void *)initialize;
    wrapped.call[GET_FUNCTION_LIST] = (void *)C_GetFunctionList;
    wrapped.call[GET_SLOT_LIST] = (void *)getSlotList;
    wrapped.call[GET_SLOT_INFO] = (void *)getSlotInfo;
    wrapped.call[GET_TOKEN_INFO] = (void *)getTokenInfo;
    wrapped.call[GET_MECHANISM_LIST] = (void *)getMechanismList;
    wrapped.call[GET_MECHANISM_INFO] = (void *)getMechanismInfo;
    wrapped.call[OPEN_SESSION] = (void *)openSession;
    wrapped.call[CLOSE_SESSION] = (void *)closeSession;
    wrapped.call[LOGIN] = (void *)login;
    wrapped.call[LOGOUT] = (void *)logout;
    wrapped.call[GET_ATTRIBUTE_VALUE] = (void *)getAttributeValue;
    wrapped.call[SIGN_INIT] = (void *)signInit;
    wrapped.call[SIGN] = (void *)sign;
  }
  *list = &wrapped;
  return 0;
}
