import { readFile } from 'node:fs/promises';

/** SO_ACCEPTCON in the flags of /proc/net/unix: `listen` was called. */
const LISTENING = '00010000';

/**
 * Whether somebody listens on the socket of this path. Its file alone tells nothing: it is there as soon as a server
 * has bound it, and who connects before the server listens is refused. Asked of the kernel instead of by connecting,
 * since some servers take every connection for a client.
 */
export async function isListening(path: string): Promise<boolean> {
  const lines = (await readFile('/proc/net/unix', 'utf8')).split('\n');
  return lines.some((line) => line.split(/\s+/)[3] === LISTENING && line.endsWith(` ${path}`));
}
