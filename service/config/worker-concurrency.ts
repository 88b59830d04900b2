import type { Configuration } from './configuration.ts';

/** What keeps a machine busy with keys in files and one smart card. */
const BASE = 8;
const MAX = 256;

/**
 * How many jobs a worker has under way at once. Unless it is configured: enough that every session of every device has
 * a document to sign and another one behind it that is being prepared or stored.
 */
export function workerConcurrency({ Worker, Signing }: Pick<Configuration, 'Worker' | 'Signing'>): number {
  if (Worker.Concurrency !== null) return Worker.Concurrency;
  const devices = [...Signing.Pkcs11, ...(Signing.Hsm === null ? [] : [Signing.Hsm])];
  const sessions = devices.reduce((sum, { MaxConcurrentSessions }) => sum + MaxConcurrentSessions, 0);
  return Math.min(MAX, BASE + 2 * sessions);
}
