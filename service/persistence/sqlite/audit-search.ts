import { and, eq, getTableColumns, gte, lte, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuditEvent } from '../../domain/records.ts';
import { foldCase } from '../fold-case.ts';
import { decodeCursor, encodeCursor, type PagePosition } from '../page-cursor.ts';
import { LOOKED_AT_ROWS } from '../pages.ts';
import type { AuditFilter, Page, PageOrder, PageQuery } from '../persistence.ts';
import { BLOCK_EVENTS, type AuditBlocks, type EventRange } from './audit-blocks.ts';
import { auditTests, auditText } from './list-conditions.ts';
import { beyond } from './page-reader.ts';
import { auditEvents } from './schema.ts';

export type AuditRow = AuditEvent & { readonly sequence: number };

export function withoutSequence(row: AuditRow): AuditEvent {
  const { id, tenantId, entityType, entityId, eventType, actor, timestamp, correlationId, metadata } = row;
  return { id, tenantId, entityType, entityId, eventType, actor, timestamp, correlationId, metadata };
}

/** Where an event with the text lies. */
interface Found {
  readonly sequence: number;
  readonly timestamp: Date;
}

type TextQuery = AuditFilter & { readonly text: string };

/** Blocks that are read in one go; a few milliseconds. */
const RANGES_AT_ONCE = 4;

/**
 * Pages of the audit events with a text: of the blocks that may have it, those first in which the page begins. A page ends
 * early where most blocks may have the text and few events do, as with a piece of an id.
 */
export function createAuditSearch(
  database: BetterSQLite3Database,
  blocks: AuditBlocks,
): (query: PageQuery, filter: TextQuery) => Promise<Page<AuditEvent>> {
  const rowOf = prepareRow(database);
  return async (query, filter) => {
    const { limit, cursor, order = 'newest', lookAt = LOOKED_AT_ROWS } = query;
    const position = cursor === null ? undefined : decodeCursor(cursor);
    const read = prepareRead(database, query, filter, position);
    const ranges = (await blocks.rangesWith(filter.text)).filter((range) => mayHold(range, filter, order, position));
    let rows: readonly Found[] = [];
    let end: PagePosition | undefined;
    for (const [index, range] of ranges.toSorted(byBegin(order)).entries()) {
      if (isBehind(range, rows[limit], order)) break;
      end = index * BLOCK_EVENTS < lookAt ? undefined : beginOf(range, order, position);
      if (end !== undefined) break;
      rows = firstOf(order, limit + 1, [...rows, ...read(range)]);
      if (index % RANGES_AT_ONCE === 0) await nextTurn();
    }
    const { items, nextCursor } = pageOf(rows, end, query);
    // One that has gone to the archive meanwhile is left out.
    return { items: items.map(rowOf).filter((row) => row !== undefined), nextCursor };
  };
}

/** The page of `rows`, which are all up to `end` and may go on behind it; without `end` they are all there are. */
function pageOf(
  rows: readonly Found[],
  end: PagePosition | undefined,
  { limit, order = 'newest' }: PageQuery,
): Page<Found> {
  const whole = end === undefined ? rows : rows.filter((row) => comesBefore(row, end, order));
  const items = whole.slice(0, limit);
  const last = items.at(-1);
  const isFull = last !== undefined && whole.length > limit;
  const next = isFull ? { at: last.timestamp, id: String(last.sequence) } : end;
  return { items, nextCursor: next === undefined ? null : encodeCursor(next) };
}

function prepareRow(database: BetterSQLite3Database): (found: Found) => AuditEvent | undefined {
  const statement = database
    .select(getTableColumns(auditEvents))
    .from(auditEvents)
    .where(eq(auditEvents.sequence, sql.placeholder('sequence')))
    .prepare();
  return ({ sequence }) => {
    const row = statement.get({ sequence });
    return row && withoutSequence(row);
  };
}

function prepareRead(
  database: BetterSQLite3Database,
  { tenantId, order = 'newest' }: PageQuery,
  filter: TextQuery,
  position: PagePosition | undefined,
): (range: EventRange) => readonly Found[] {
  const { sequence, timestamp } = auditEvents;
  const conditions = [...auditTests(tenantId, filter), beyond(order, timestamp, sequence, position)];
  const wanted = conditions.filter((condition) => condition !== undefined);
  const statement = database
    .select({ sequence, timestamp, text: sql<string>`${auditText()}` })
    .from(auditEvents)
    .where(
      and(
        gte(sequence, sql.placeholder('firstSequence')),
        lte(sequence, sql.placeholder('lastSequence')),
        ...wanted.map(({ test }) => test),
      ),
    )
    .prepare();
  const values = Object.assign({}, ...wanted.map((condition) => condition.values)) as Record<string, unknown>;
  const text = foldCase(filter.text);
  return ({ firstSequence, lastSequence }) =>
    statement.all({ ...values, firstSequence, lastSequence }).filter((row) => foldCase(row.text).includes(text));
}

function mayHold(
  { firstAt, lastAt }: EventRange,
  { from, before }: AuditFilter,
  order: PageOrder,
  position: PagePosition | undefined,
): boolean {
  const isOut =
    (from !== undefined && lastAt < from.getTime()) || (before !== undefined && firstAt >= before.getTime());
  if (isOut || position === undefined) return !isOut;
  const at = position.at.getTime();
  return order === 'oldest' ? lastAt >= at : firstAt <= at;
}

function byBegin(order: PageOrder): (a: EventRange, b: EventRange) => number {
  return order === 'oldest' ? (a, b) => compare(a.firstAt, b.firstAt) : (a, b) => compare(b.lastAt, a.lastAt);
}

function compare(a: number, b: number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Whether the page is full before this range begins. */
function isBehind({ firstAt, lastAt }: EventRange, last: Found | undefined, order: PageOrder): boolean {
  if (last === undefined) return false;
  const at = last.timestamp.getTime();
  return order === 'oldest' ? firstAt > at : lastAt < at;
}

/** Where rows of this range and of those behind it begin; undefined where the page before ended there or later. */
function beginOf(
  { firstAt, lastAt }: EventRange,
  order: PageOrder,
  position: PagePosition | undefined,
): PagePosition | undefined {
  const at = order === 'oldest' ? firstAt : lastAt;
  const isFurther =
    position === undefined || (order === 'oldest' ? at > position.at.getTime() : at < position.at.getTime());
  if (!Number.isFinite(at) || !isFurther) return undefined;
  // Before all rows of that moment.
  return { at: new Date(at), id: order === 'oldest' ? '0' : String(Number.MAX_SAFE_INTEGER) };
}

function comesBefore({ timestamp }: Found, { at }: PagePosition, order: PageOrder): boolean {
  return order === 'oldest' ? timestamp < at : timestamp > at;
}

function firstOf(order: PageOrder, count: number, rows: readonly Found[]): readonly Found[] {
  const turn = order === 'oldest' ? 1 : -1;
  const inTime = (a: Found, b: Found): number =>
    turn * (compare(a.timestamp.getTime(), b.timestamp.getTime()) || compare(a.sequence, b.sequence));
  return rows.toSorted(inTime).slice(0, count);
}
