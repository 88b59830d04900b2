/**
 * Ctrl-C reaches every process of the terminal's group. A child must not leave on its own then: the host stops it in
 * order (finish, release, close), and it leaves when the link closes.
 */
export function ignoreTerminalSignals(): void {
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
}
