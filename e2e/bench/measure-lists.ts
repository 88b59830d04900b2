import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { startStation } from '../actors/station/running-station.ts';
import { fillLists, summarized } from './fill-lists.ts';
import type { Row } from './row.ts';

const LIMIT_MILLISECONDS = 50;
const ROUNDS = 15;
/** Items of a page where nothing else is asked for. */
const PAGE = 50;

/** The lists, each with what people and programs narrow them by; `{id}`, `{day}` and `{key}` are filled in. */
const QUERIES = [
  '/signatures',
  '/signatures?status=Failed&status=Cancelled',
  '/signatures?format=XAdES&profile=T&signingProvider=Pfx&status=Completed',
  '/signatures?createdFrom={day}',
  '/signatures?errorCode=TIMESTAMP_OPERATION_FAILED',
  '/signatures?waitReason=TOKEN_ABSENT',
  '/extensions',
  '/renewals',
  '/signatures?text=contract-4711.pdf',
  '/signatures?text=no%20such%20file',
  '/signatures?status=Failed&text=no%20such%20file',
  '/signatures?count=true&format=XAdES&profile=T&signingProvider=Pfx&status=Completed',
  '/signatures?count=true&text=order-77',
  '/jobs?status=Failed',
  '/audit-events',
  '/audit-events?eventType=JobStarted&eventType=JobQueued',
  '/audit-events?eventType=CertificateResolved&from={day}&text=signer%203',
  '/audit-events?entityId={id}',
  '/audit-events?text=clerk-13',
  '/audit-events?text=order-4710',
  '/audit-events?text={id}',
  '/audit-events?text=no%20such%20thing',
  '/audit-events?text=beef',
  '/audit-events?text=beefbeef',
  '/audit-events?eventType=JobQueued&text=beefbeef',
  '/audit-events?count=true&text=no%20such%20thing',
  '/audit-events?count=true&eventType=JobStarted&eventType=JobQueued&eventType=FileStored&eventType=OutputStored',
] as const;

/** How long lists of so many requests, with eight audit events each, take to answer over REST: the middle of many tries. */
export async function measureLists(requests: number): Promise<Row[]> {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'station-lists-'));
  try {
    await (await startStation({ dataDirectory })).stop();
    fillLists(dataDirectory, requests);
    const station = await startStation({ dataDirectory });
    try {
      await summarized(dataDirectory);
      const rows: Row[] = [];
      for (const query of QUERIES) rows.push(await measure(station.url, dataDirectory, query));
      return rows;
    } finally {
      await station.stop();
    }
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

async function measure(url: string, dataDirectory: string, query: string): Promise<Row> {
  const place = read(
    dataDirectory,
    'SELECT id, created_at AS at FROM signature_requests ORDER BY created_at LIMIT 1 OFFSET 1000',
  );
  const day = new Date(Number(place['at'])).toISOString();
  const address = `${url}/api/v1${query.replace('{id}', String(place['id'])).replace('{day}', encodeURIComponent(day))}`;
  const times: number[] = [];
  let note = '';
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    const response = await fetch(address);
    const text = await response.text();
    times.push(performance.now() - begun);
    if (!response.ok) throw new Error(`${query}: ${String(response.status)} ${text}`);
    const { items, nextCursor } = JSON.parse(text) as { items: readonly unknown[]; nextCursor: string | null };
    note = `${String(items.length)} items${nextCursor !== null && items.length < PAGE ? ' so far' : ''}`;
  }
  const [fastest = Infinity, ...others] = times.toSorted((a, b) => a - b);
  const measured = others[Math.floor(ROUNDS / 2) - 1] ?? Infinity;
  return {
    what: query,
    measured,
    unit: 'ms',
    better: 'lower',
    limit: `${String(LIMIT_MILLISECONDS)} ms`,
    isReached: measured <= LIMIT_MILLISECONDS,
    limitedBy: 'rows that are looked at',
    note: `${note}, the fastest ${fastest.toFixed(1)} ms`,
  };
}

function read(dataDirectory: string, query: string): Readonly<Record<string, unknown>> {
  const database = new BetterSqlite3(path.join(dataDirectory, 'station.db'), { readonly: true });
  try {
    return database.prepare<[], Record<string, unknown>>(query).get() ?? {};
  } finally {
    database.close();
  }
}
