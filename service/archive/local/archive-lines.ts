import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AuditEvent } from '../../domain/records.ts';

/**
 * A file of JSON lines: a head that names the file before and the hash of its last line, one line for each event, an end
 * that counts them. Every line but the head holds the SHA-256 of the line before it.
 */
const KIND = 'signing-station audit events';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Head = z.strictObject({
  archive: z.literal(KIND),
  version: z.literal(1),
  follows: z.strictObject({ file: z.string(), sha256: Sha256 }).nullable(),
});
const EventLine = z.strictObject({ previous: Sha256, event: z.looseObject({ id: z.string() }) });
const EndLine = z.strictObject({ previous: Sha256, events: z.int() });

/** The file that another one follows, and the hash of its last line. */
export type Follows = z.infer<typeof Head>['follows'];

export interface ReadArchive {
  readonly follows: Follows;
  readonly ids: readonly string[];
  /** Of the last line. */
  readonly sha256: string;
}

/** The lines of a file, and the hash of the last one. */
export function archiveText(follows: Follows, events: readonly AuditEvent[]): { text: string; sha256: string } {
  let last = JSON.stringify({ archive: KIND, version: 1, follows });
  const lines = [last];
  for (const each of [...events.map((event) => ({ event })), { events: events.length }]) {
    last = JSON.stringify({ previous: hashOf(last), ...each });
    lines.push(last);
  }
  return { text: `${lines.join('\n')}\n`, sha256: hashOf(last) };
}

/** What a file holds; throws an Error whose message says in which line it is not as it was written. */
export function readArchive(text: string): ReadArchive {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Error(`line ${lines.length + 1}: it is cut off`);
  const [head = '', ...others] = lines;
  const end = others.pop() ?? '';
  const { follows } = parsed(Head, head, 1);
  let last = head;
  const ids = others.map((line, index) => {
    const { previous, event } = parsed(EventLine, line, index + 2);
    requireChained(previous, last, index + 2);
    last = line;
    return event.id;
  });
  const { previous, events } = parsed(EndLine, end, lines.length);
  requireChained(previous, last, lines.length);
  if (events !== ids.length) throw new Error(`line ${lines.length}: there were ${events} events, now ${ids.length}`);
  return { follows, ids, sha256: hashOf(end) };
}

function parsed<T extends z.ZodType>(schema: T, line: string, number: number): z.infer<T> {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    throw new Error(`line ${number}: it is not what an archive has there`);
  }
}

function requireChained(previous: string, line: string, number: number): void {
  if (previous !== hashOf(line)) throw new Error(`line ${number - 1}: it was changed, or lines are missing after it`);
}

function hashOf(line: string): string {
  return createHash('sha256').update(line).digest('hex');
}
