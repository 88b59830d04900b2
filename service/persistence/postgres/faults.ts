import { DrizzleQueryError } from 'drizzle-orm';
import { tell } from '../../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../domain/station-error.ts';

/** Nothing was written, and the same unit may well succeed when it is run again: serialization failure, deadlock. */
const CONFLICTS: ReadonlySet<string> = new Set(['40001', '40P01']);

/**
 * The connection is of no use: shut down (57P01 to 57P03), too many of them (53300), a server that has become a standby
 * (25006), and what the network says.
 */
const LOST_CONNECTIONS: ReadonlySet<string> = new Set([
  '25006',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENOENT',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
]);

/** What pg says without a code. */
const LOST_CONNECTION_TEXTS =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|Query read timeout|timeout exceeded when trying to connect|timeout expired)/;

/**
 * The server is there and could not do its work: classes 53 (disk full, memory) and 58 (its files), and what it gave up
 * for taking too long (57014, 55P03). That passes, or is an administrator's; it is never the fault of a job.
 */
const EXHAUSTED = /^(?:53|58)|^(?:57014|55P03)$/;

export type FaultKind = 'conflict' | 'connection' | 'exhausted' | 'other';

/** The server's or the network's own error: drizzle's wrapper says every value of the statement in its message. */
export function causeOf(fault: unknown): unknown {
  return fault instanceof DrizzleQueryError ? (fault.cause ?? new Error('A query failed.')) : fault;
}

export function codeOf(fault: unknown): string | undefined {
  return fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? fault.code : undefined;
}

export function kindOf(fault: unknown): FaultKind {
  const code = codeOf(fault);
  if (code !== undefined && CONFLICTS.has(code)) return 'conflict';
  if (code !== undefined && (LOST_CONNECTIONS.has(code) || code.startsWith('08'))) return 'connection';
  if (code !== undefined && EXHAUSTED.test(code)) return 'exhausted';
  return code === undefined && fault instanceof Error && LOST_CONNECTION_TEXTS.test(fault.message)
    ? 'connection'
    : 'other';
}

/** What a caller is told when the database can't be reached for longer than it is worth to wait. */
export function unavailable(cause: unknown): StationError {
  return new StationError('SERVICE_UNAVAILABLE', tell('DATABASE_UNREACHABLE'), { cause });
}

/** What a caller is told when the database is there and has no room, memory or time; `cause` has a code. */
export function exhausted(cause: unknown): StationError {
  const message = `The database could not do its work (${codeOf(cause) ?? 'no code'}).`;
  return new StationError('SERVICE_UNAVAILABLE', message, { cause });
}

/** What a caller is told when the database, or the way to it, does not let the station in. */
export function refused(cause: unknown): StationError {
  const message = `The database does not let the station in (${codeOf(cause) ?? 'no code'}).`;
  return new StationError('SERVICE_UNAVAILABLE', message, { cause });
}
