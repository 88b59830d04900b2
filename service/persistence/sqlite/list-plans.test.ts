import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AUDIT_FILTERS, JOB_FILTERS, REQUEST_FILTERS } from '../list-filters.suite.ts';
import { encodeCursor } from '../page-cursor.ts';
import { at } from '../sample-records.suite.ts';
import { openSqlitePersistence, type SqlitePersistence } from './sqlite-persistence.ts';

const FIRST = { tenantId: 'acme', limit: 50, cursor: null };
const OLDEST = { ...FIRST, order: 'oldest' } as const;
const LATER = { ...FIRST, cursor: encodeCursor({ at: at(5), id: '5' }) };

/** What a plan may not say of a table that grows with the requests. */
const READS_ALL =
  /SCAN (signature_requests|signing_jobs|audit_events|input_file|output_file|appearance_file)|TEMP B-TREE/;

describe('the plans of lists', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-plans-'));
  const databasePath = join(folder, 'station.db');
  let store: SqlitePersistence;
  let reader: Sqlite.Database;

  beforeAll(async () => {
    store = await openSqlitePersistence({ databasePath, migrationsFolder: join(import.meta.dirname, 'migrations') });
    reader = new Sqlite(databasePath);
    reader.function('fold_case', (text: unknown) => String(text));
    // With the first question come the statements of all lists that are none of the filters'.
    await store.tenantsWithEvidence(new Date(0));
  });
  afterAll(async () => {
    reader.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  /** The steps of every statement that `ask` has compiled. */
  async function plansOf(ask: () => Promise<unknown>): Promise<{ text: string; steps: string[] }[]> {
    const compiled = vi.spyOn(Sqlite.prototype, 'prepare');
    await ask();
    const texts = compiled.mock.calls.map(([text]) => text);
    compiled.mockRestore();
    return texts.map((text) => {
      const values = Array.from(text.matchAll(/\?/g), () => null);
      const steps = reader.prepare<null[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(...values);
      return { text, steps: steps.map(({ detail }) => detail) };
    });
  }

  it.each([
    [
      'requests',
      REQUEST_FILTERS.map((filter) => async () => {
        await store.listRequests(FIRST, filter);
        await store.listRequests(LATER, filter);
        await store.listRequests(OLDEST, filter);
        await store.listRequests({ ...LATER, order: 'oldest' }, filter);
        await store.countRequests('acme', filter);
      }),
    ],
    [
      'jobs',
      JOB_FILTERS.map((filter) => async () => {
        await store.listJobs(FIRST, filter);
        await store.listJobs(LATER, filter);
        await store.listJobs(OLDEST, filter);
        await store.countJobs('acme', filter);
      }),
    ],
    [
      'audit events',
      AUDIT_FILTERS.map((filter) => async () => {
        await store.listAuditEvents(FIRST, filter);
        await store.listAuditEvents(LATER, filter);
        await store.listAuditEvents(OLDEST, filter);
        await store.countAuditEvents('acme', filter);
      }),
    ],
  ])('of %s go along an index with every combination of filters', async (_, asks) => {
    const plans = [];
    for (const ask of asks) plans.push(...(await plansOf(ask)));
    expect(plans.length).toBeGreaterThan(asks.length);
    expect(plans.filter(({ steps }) => steps.some((step) => READS_ALL.test(step)))).toEqual([]);
  });

  it('are read from an index of their own by each filter alone', async () => {
    const wanted = [
      [{ status: ['Failed'] }, 'newest_of_status'],
      [{ format: 'XAdES' }, 'newest_of_format'],
      [{ profile: 'LTA' }, 'newest_of_profile'],
      [{ signingProvider: 'Hsm' }, 'newest_of_provider'],
      [{ errorCode: 'SIGNING_OPERATION_FAILED' }, 'newest_of_error'],
      [{ waitReason: 'TOKEN_ABSENT' }, 'newest_of_wait'],
      [{ kind: 'Extension' }, 'newest_of_kind'],
    ] as const;
    for (const [filter, index] of wanted) {
      const steps = (await plansOf(() => store.countRequests('acme', filter))).flatMap((plan) => plan.steps);
      expect(steps.join('\n')).toContain(`signature_requests_${index} `);
    }
    const audit = await plansOf(() => store.countAuditEvents('acme', { eventType: ['FileDeleted'] }));
    expect(audit.flatMap(({ steps }) => steps).join('\n')).toContain('audit_events_newest_of_type ');
    const ofEntity = await plansOf(() => store.countAuditEvents('acme', { entityId: 'e', eventType: ['FileDeleted'] }));
    expect(ofEntity.flatMap(({ steps }) => steps).join('\n')).toContain('audit_events_of_entity ');
  });
});
