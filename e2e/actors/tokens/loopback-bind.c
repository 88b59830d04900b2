/*
 * For LD_PRELOAD: keeps a server that listens on all addresses to the loopback address, and sends small packets at once
 * (the virtual reader answers in two writes, which would cost 40 ms for each command to the card).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

int bind(int socket, const struct sockaddr *address, socklen_t length) {
  int (*next)(int, const struct sockaddr *, socklen_t) = (int (*)(int, const struct sockaddr *, socklen_t))dlsym(RTLD_NEXT, "bind");
  if (address != 0 && address->sa_family == AF_INET && length >= sizeof(struct sockaddr_in)) {
    struct sockaddr_in local = *(const struct sockaddr_in *)address;
    local.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return next(socket, (const struct sockaddr *)&local, sizeof local);
  }
  if (address != 0 && address->sa_family == AF_INET6 && length >= sizeof(struct sockaddr_in6)) {
    struct sockaddr_in6 local = *(const struct sockaddr_in6 *)address;
    local.sin6_addr = in6addr_loopback;
    return next(socket, (const struct sockaddr *)&local, sizeof local);
  }
  return next(socket, address, length);
}

int accept(int socket, struct sockaddr *address, socklen_t *length) {
  int (*next)(int, struct sockaddr *, socklen_t *) = (int (*)(int, struct sockaddr *, socklen_t *))dlsym(RTLD_NEXT, "accept");
  int accepted = next(socket, address, length), on = 1;
  if (accepted >= 0) setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return accepted;
}
