import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../domain/records.ts';
import type { ExpiredFile, Persistence } from '../persistence/persistence.ts';
import { deletesAnything, sweepRetention, type RetentionPolicy } from './sweep-retention.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
const KEEP = { inputDays: {}, outputDays: {} } satisfies RetentionPolicy;

interface Row extends ExpiredFile {
  readonly kind: 'input' | 'output';
  readonly status: string;
  readonly endedAt: Date;
}

function row(id: number, days: number, status = 'Completed', kind: Row['kind'] = 'output'): Row {
  const file = { fileId: `f${id}`, storageKey: `k${id}`, stagedKey: null, tenantId: 't', signatureId: `s${id}` };
  return { ...file, kind, status, endedAt: new Date(NOW.getTime() - days * 86_400_000) };
}

/** A table of files and a store, as far as the sweep sees them. */
function place(rows: readonly Row[], broken: ReadonlySet<string> = new Set()) {
  const left = new Map(rows.map((file) => [file.fileId, file]));
  const steps: string[] = [];
  const audit: AuditEvent[] = [];
  const filesEndedBefore: Persistence['filesEndedBefore'] = ({ kind, statuses, endedBefore, limit }) =>
    Promise.resolve(
      [...left.values()]
        .filter((file) => file.kind === kind && statuses.some((status) => status === file.status))
        .filter((file) => file.endedAt < endedBefore)
        .slice(0, limit),
    );
  const markFileDeleted: Persistence['markFileDeleted'] = (fileId, _at, event) => {
    left.delete(fileId);
    steps.push(`mark ${fileId}`);
    audit.push(event);
    return Promise.resolve();
  };
  const remove = (key: string): Promise<boolean> => {
    if (broken.has(key)) return Promise.reject(new Error('EIO'));
    steps.push(`delete ${key}`);
    return Promise.resolve(true);
  };
  const logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  const ports = {
    persistence: { filesEndedBefore, markFileDeleted },
    objectStore: { delete: remove },
    clock: () => NOW,
    newId: () => `id-${audit.length}`,
    logger,
  } as unknown as Parameters<typeof sweepRetention>[0];
  return { ports, left, steps, audit };
}

describe('sweepRetention', () => {
  it('deletes what is older than its state allows, and nothing else', async () => {
    const { ports, left, audit } = place([
      row(1, 8),
      row(2, 6),
      row(3, 8, 'Failed'),
      row(4, 31, 'Failed'),
      row(5, 400, 'Cancelled'),
      row(6, 400, 'Completed', 'input'),
    ]);
    const policy = { inputDays: {}, outputDays: { Completed: 7, Failed: 30, Cancelled: null } };
    expect(await sweepRetention(ports, policy)).toBe(2);
    expect([...left.keys()]).toEqual(['f2', 'f3', 'f5', 'f6']);
    expect(audit).toMatchObject([
      { eventType: 'FileDeleted', entityId: 's1', tenantId: 't', metadata: { fileId: 'f1', kind: 'output' } },
      { entityId: 's4' },
    ]);
    expect(await sweepRetention(ports, policy)).toBe(0);
  });

  it('deletes the bytes before it marks the row, the staged ones too', async () => {
    const { ports, steps } = place([{ ...row(1, 8), stagedKey: 'k1.part' }]);
    await sweepRetention(ports, { ...KEEP, outputDays: { Completed: 7 } });
    expect(steps).toEqual(['delete k1', 'delete k1.part', 'mark f1']);
  });

  it('goes past files that cannot be deleted and leaves them for the next sweep', async () => {
    const rows = Array.from({ length: 350 }, (_, index) => row(index, 8));
    const broken = new Set(rows.slice(0, 120).map((file) => file.storageKey));
    const { ports, left } = place(rows, broken);
    expect(await sweepRetention(ports, { ...KEEP, outputDays: { Completed: 7 } })).toBe(230);
    expect(left.size).toBe(120);
  });

  it('stops between two files when it is told to', async () => {
    const { ports, left, steps } = place(Array.from({ length: 10 }, (_, index) => row(index, 8)));
    const isStopped = () => steps.filter((step) => step.startsWith('mark')).length >= 3;
    expect(await sweepRetention(ports, { ...KEEP, outputDays: { Completed: 7 } }, isStopped)).toBe(3);
    expect(left.size).toBe(7);
  });

  it('has nothing to do without days', async () => {
    expect(deletesAnything(KEEP)).toBe(false);
    expect(deletesAnything({ ...KEEP, outputDays: { Completed: null } })).toBe(false);
    expect(deletesAnything({ ...KEEP, outputDays: { Completed: 1 } })).toBe(true);
    const { ports } = place([row(1, 9999)]);
    expect(await sweepRetention(ports, KEEP)).toBe(0);
  });
});
