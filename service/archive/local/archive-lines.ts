import { createHash } from 'node:crypto';
import { z } from 'zod';
import { DamagedArchiveError, type ArchivedRecords, type ArchiveKind } from '../archive.ts';

/**
 * A file of JSON lines: a head that names the file before and the hash of its last line, one line for each record, an end
 * that counts them. Every line but the head holds the SHA-256 of the line before it.
 */
const FORMS = {
  audit: { name: 'signing-station audit events', record: 'event', count: 'events' },
  requests: { name: 'signing-station requests', record: 'request', count: 'requests' },
} as const satisfies Readonly<Record<ArchiveKind, unknown>>;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Head = z.strictObject({
  archive: z.enum([FORMS.audit.name, FORMS.requests.name]),
  version: z.literal(1),
  follows: z.strictObject({ file: z.string(), sha256: Sha256 }).nullable(),
});
const ArchivedRecord = z.looseObject({ id: z.string() });
const recordLine = { previous: Sha256 };
const LINES = {
  audit: z.strictObject({ ...recordLine, event: ArchivedRecord }).transform((line) => ({ ...line, id: line.event.id })),
  requests: z
    .strictObject({ ...recordLine, request: ArchivedRecord })
    .transform((line) => ({ ...line, id: line.request.id })),
};
const ENDS = {
  audit: z.strictObject({ previous: Sha256, events: z.int() }).transform((line) => ({ ...line, count: line.events })),
  requests: z
    .strictObject({ previous: Sha256, requests: z.int() })
    .transform((line) => ({ ...line, count: line.requests })),
};

/** The file that another one follows, and the hash of its last line. */
export type Follows = z.infer<typeof Head>['follows'];

export interface ReadArchive {
  readonly kind: ArchiveKind;
  readonly follows: Follows;
  readonly ids: readonly string[];
  /** Of the last line. */
  readonly sha256: string;
}

/** The lines of a file, and the hash of the last one. */
export function archiveText<Kind extends ArchiveKind>(
  kind: Kind,
  follows: Follows,
  records: readonly ArchivedRecords[Kind][],
): { text: string; sha256: string } {
  const form = FORMS[kind];
  let last = JSON.stringify({ archive: form.name, version: 1, follows });
  const lines = [last];
  for (const each of [...records.map((record) => ({ [form.record]: record })), { [form.count]: records.length }]) {
    last = JSON.stringify({ previous: hashOf(last), ...each });
    lines.push(last);
  }
  return { text: `${lines.join('\n')}\n`, sha256: hashOf(last) };
}

/** What a file holds; throws a DamagedArchiveError whose message says in which line it is not as it was written. */
export function readArchive(text: string): ReadArchive {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new DamagedArchiveError(`line ${lines.length + 1}: it is cut off`);
  const [head = '', ...others] = lines;
  const end = others.pop() ?? '';
  const { follows, archive } = parsed(Head, head, 1);
  const kind = archive === FORMS.audit.name ? 'audit' : 'requests';
  let last = head;
  const ids = others.map((line, index) => {
    const { previous, id } = parsed(LINES[kind], line, index + 2);
    requireChained(previous, last, index + 2);
    last = line;
    return id;
  });
  const { previous, count } = parsed(ENDS[kind], end, lines.length);
  requireChained(previous, last, lines.length);
  if (count !== ids.length) {
    throw new DamagedArchiveError(`line ${lines.length}: there were ${count} ${FORMS[kind].count}, now ${ids.length}`);
  }
  return { kind, follows, ids, sha256: hashOf(end) };
}

function parsed<T extends z.ZodType>(schema: T, line: string, number: number): z.infer<T> {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    throw new DamagedArchiveError(`line ${number}: it is not what an archive has there`);
  }
}

function requireChained(previous: string, line: string, number: number): void {
  if (previous !== hashOf(line))
    throw new DamagedArchiveError(`line ${number - 1}: it was changed, or lines are missing after it`);
}

function hashOf(line: string): string {
  return createHash('sha256').update(line).digest('hex');
}
