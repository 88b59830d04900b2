/**
 * Ctrl-C and the end of a terminal reach every process of its group. A child must not leave on its own then: the host stops it in
 * order (finish, release, close), and it leaves when the link closes.
 */
export function ignoreTerminalSignals(): void {
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('SIGHUP', () => undefined);
}
