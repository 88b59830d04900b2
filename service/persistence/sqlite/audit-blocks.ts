import type Sqlite from 'better-sqlite3';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Writer } from './writer.ts';
import { summarizeTexts, summaryTest } from './audit-texts.ts';

/** Audit events of one block, by their place in the order of writing. */
export const BLOCK_EVENTS = 512;
/** Blocks that are looked through in one go; a few milliseconds. */
const BLOCKS_AT_ONCE = 400;

/** Events that a text may be found in: their places, and the moments between which they lie. */
export interface EventRange {
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

export interface AuditBlocks {
  /** Summarizes a block that is full and has no summary; answers whether there was one. */
  summarize(): Promise<boolean>;
  /** Where to look for a text, in any order. */
  rangesWith(text: string): Promise<readonly EventRange[]>;
}

interface EventTexts {
  readonly actor: string;
  readonly correlation_id: string | null;
  readonly entity_id: string;
  readonly event_type: string;
  readonly metadata: string;
  /** Of the request that it tells of, with the names of its documents. */
  readonly search_text: string | null;
  readonly timestamp: number;
}

export function createAuditBlocks(connection: Sqlite.Database, writer: Writer): AuditBlocks {
  const ends = connection.prepare<[], { first: number | null; last: number | null }>(
    'SELECT (SELECT min(sequence) FROM audit_events) AS first, (SELECT max(sequence) FROM audit_events) AS last',
  );
  const known = connection.prepare<[], number>('SELECT block FROM audit_blocks ORDER BY block').pluck();
  const events = connection.prepare<[number, number], EventTexts>(
    `SELECT actor, event.correlation_id, entity_id, event_type, metadata, timestamp, search_text FROM audit_events AS event
      LEFT JOIN signature_requests AS request ON request.id = entity_id AND request.tenant_id = event.tenant_id
      WHERE sequence BETWEEN ? AND ?`,
  );
  const keep = connection.prepare<[number, number, number, string]>(
    'INSERT OR REPLACE INTO audit_blocks (block, first_at, last_at, texts) VALUES (?, ?, ?, ?)',
  );

  /** Blocks without a summary, and whether all their events are there. */
  const missing = (): readonly { readonly block: number; readonly isFull: boolean }[] => {
    const { first, last } = ends.get() ?? {};
    if (first == null || last == null) return [];
    const summarized = new Set(known.all());
    const blocks: { block: number; isFull: boolean }[] = [];
    for (let block = blockOf(first); block <= blockOf(last); block += 1) {
      if (!summarized.has(block)) blocks.push({ block, isFull: block < blockOf(last) });
    }
    return blocks;
  };

  return {
    summarize: () =>
      writer.write(() => {
        const next = missing().find(({ isFull }) => isFull);
        if (next === undefined) return false;
        const rows = events.all(next.block * BLOCK_EVENTS, (next.block + 1) * BLOCK_EVENTS - 1);
        const times = rows.map(({ timestamp }) => timestamp).sort((a, b) => a - b);
        keep.run(next.block, times[0] ?? 0, times.at(-1) ?? 0, summarizeTexts(rows.flatMap(textsOf)));
        return true;
      }),
    async rangesWith(text) {
      const open = missing().map(({ block }) => rangeOf(block, -Infinity, Infinity));
      return [...open, ...(await summarizedRanges(connection, summaryTest(text)))];
    },
  };
}

async function summarizedRanges(
  connection: Sqlite.Database,
  mayHave: (summary: string) => boolean,
): Promise<readonly EventRange[]> {
  const find = connection.prepare<
    [number, number],
    { block: number; first_at: number; last_at: number; texts: string }
  >('SELECT block, first_at, last_at, texts FROM audit_blocks WHERE block > ? ORDER BY block LIMIT ?');
  const ranges: EventRange[] = [];
  for (let after = -1; ;) {
    const found = find.all(after, BLOCKS_AT_ONCE);
    for (const { block, first_at, last_at, texts } of found) {
      if (mayHave(texts)) ranges.push(rangeOf(block, first_at, last_at));
    }
    const last = found.at(-1);
    if (last === undefined || found.length < BLOCKS_AT_ONCE) return ranges;
    after = last.block;
    await nextTurn();
  }
}

function rangeOf(block: number, firstAt: number, lastAt: number): EventRange {
  const firstSequence = block * BLOCK_EVENTS;
  return { firstSequence, lastSequence: firstSequence + BLOCK_EVENTS - 1, firstAt, lastAt };
}

export function blockOf(sequence: number): number {
  return Math.floor(sequence / BLOCK_EVENTS);
}

/** A text that is looked for lies in one of them. */
function textsOf({
  actor,
  correlation_id,
  entity_id,
  event_type,
  metadata,
  search_text,
}: EventTexts): readonly string[] {
  return [actor, correlation_id ?? '', entity_id, event_type, metadata, search_text ?? ''];
}
