import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StationError } from '../domain/station-error.ts';
import { FolderStation } from './folder-station.suite.ts';
import { nodeSystem } from './folder-system.ts';
import type { FolderWatch } from './folder-watch.ts';

const SYSTEM = nodeSystem(false);
/** More than one look takes in. */
const COUNT = Number(process.env['WATCHED_FILES'] ?? 250);

let station: FolderStation;
let watch: FolderWatch | undefined;

beforeEach(() => {
  station = new FolderStation();
});
afterEach(async () => {
  await watch?.stop();
  watch = undefined;
  station.remove();
});

/** Until nothing is in the watched folder any more, and nothing under way. */
async function emptied(): Promise<void> {
  await expect.poll(() => station.files('in', true)).toEqual([]);
}

describe('a watched folder', () => {
  it('puts signed files into Out and their documents into Done, in the same sub-folders', async () => {
    station.drop('a.pdf');
    station.drop('2026/march/b.pdf');
    watch = station.watch();
    await emptied();
    expect(station.files('out')).toEqual(['2026/march/b-signed.pdf', 'a-signed.pdf']);
    expect(station.files('done')).toEqual(['2026/march/b.pdf', 'a.pdf']);
    expect(station.read('out', 'a-signed.pdf')).toMatch(/^signed request-\d a\.pdf$/);
    expect(station.files('failed')).toEqual([]);
    expect(station.files('uploads')).toEqual([]);
    expect(watch.problem).toBeNull();
  });

  it('replaces no file: what has a name already keeps it', async () => {
    for (const folder of ['out', 'done']) writeFileSync(station.at(folder, 'a.pdf'), 'older');
    writeFileSync(station.at('out', 'a-signed.pdf'), 'older');
    station.drop('a.pdf');
    watch = station.watch();
    await emptied();
    expect(station.read('out', 'a-signed.pdf')).toBe('older');
    expect(station.read('out', 'a-signed (2).pdf')).toContain('signed');
    expect(station.read('done', 'a (2).pdf')).toBe('a.pdf');
  });

  it('leaves what it may not read where it is, however much of it there is, until it may', async () => {
    const closed = Array.from({ length: 40 }, (_, index) => `closed-${String(index)}.pdf`);
    for (const name of [...closed, 'open.pdf']) station.drop(name);
    let isClosed = true;
    const faultOfReading = (file: string): Promise<string> =>
      Promise.resolve(isClosed && file.includes('closed') ? 'EACCES' : '');
    watch = station.watch({ ...SYSTEM, faultOfReading }, { maxLookedAt: 8 });
    await expect.poll(() => station.files('done')).toEqual(['open.pdf']);
    expect(station.files('in', true)).toEqual(closed.toSorted());
    const told = { path: 'closed-7.pdf', reason: 'it cannot be read (EACCES)' };
    expect(station.logged.map(({ fields }) => fields)).toContainEqual(expect.objectContaining(told));
    isClosed = false;
    await emptied();
    expect(station.files('done')).toHaveLength(41);
  });

  it('gives back what it may not read any more when it has taken it', async () => {
    station.drop('a.pdf');
    let isTakenAway = true;
    const faultOfReading = (file: string): Promise<string> =>
      Promise.resolve(isTakenAway && file.endsWith('.document') ? 'EACCES' : '');
    const renamed: string[] = [];
    const rename: typeof SYSTEM.rename = async (from, to) => {
      await SYSTEM.rename(from, to);
      renamed.push(to);
    };
    watch = station.watch({ ...SYSTEM, faultOfReading, rename });
    await expect.poll(() => renamed.some((to) => to.endsWith('a.pdf'))).toBe(true);
    expect(watch.problem).toBeNull();
    isTakenAway = false;
    await emptied();
    expect(station.files('done')).toEqual(['a.pdf']);
  });

  it('leaves what is being written: names of unfinished files, and files that still change', async () => {
    for (const name of ['.a.pdf', 'b.pdf.part', '~c.pdf', 'd.tmp']) station.drop(name);
    station.drop('growing.pdf', '1');
    watch = station.watch(SYSTEM, { quietMilliseconds: 3_600_000 });
    await expect.poll(() => existsSync(station.at('in', '.signing-station'))).toBe(true);
    await watch.stop();
    expect(station.intake.accepted.size).toBe(0);
    renameSync(station.at('in', 'b.pdf.part'), station.at('in', 'b.pdf'));
    watch = station.watch();
    await expect.poll(() => station.files('done')).toEqual(['b.pdf', 'growing.pdf']);
    expect(station.files('in', true).filter((file) => !file.includes('/'))).toEqual(['.a.pdf', 'd.tmp', '~c.pdf']);
  });

  it('gives a document back that somebody still writes to while it is taken', async () => {
    station.drop('a.pdf', 'half');
    let writes = 0;
    const system = {
      ...SYSTEM,
      rename: async (from: string, to: string) => {
        await SYSTEM.rename(from, to);
        writes += 1;
        if (writes === 1) writeFileSync(to, 'half and the rest');
      },
    };
    watch = station.watch(system);
    await emptied();
    expect([...station.intake.accepted.values()].map(({ content }) => content)).toEqual(['half and the rest']);
  });

  it('gives a document back under a name that any disk takes where its own is another one by now', async () => {
    const name = `${'ü'.repeat(120)}.pdf`;
    station.drop(name, 'half');
    let renames = 0;
    const system = {
      ...SYSTEM,
      rename: async (from: string, to: string) => {
        await SYSTEM.rename(from, to);
        renames += 1;
        if (renames > 1) return;
        writeFileSync(to, 'half and the rest');
        station.drop(name, 'another');
      },
    };
    watch = station.watch(system, { newId: randomUUID });
    await emptied();
    expect([...station.intake.accepted.values()].map(({ content }) => content).sort()).toEqual([
      'another',
      'half and the rest',
    ]);
    expect(station.files('done')).toEqual([`${'ü'.repeat(120)} (2).pdf`, name]);
  });

  it('puts what was refused into Failed, with a report for people and one for programs', async () => {
    station.intake.refuse = () => new StationError('SIGNATURE_REQUEST_INVALID', 'It is no PDF.');
    station.drop('sub/a.pdf');
    watch = station.watch();
    await emptied();
    expect(station.files('failed')).toEqual(['sub/a.pdf', 'sub/a.pdf.report.json', 'sub/a.pdf.report.txt']);
    expect(JSON.parse(station.read('failed', 'sub', 'a.pdf.report.json'))).toMatchObject({
      ...{ document: 'sub/a.pdf', status: 'Rejected', errorCode: 'SIGNATURE_REQUEST_INVALID', signatureId: null },
      ...{ errorMessage: 'It is no PDF.', at: '2026-01-02T03:04:05.000Z' },
    });
    expect(station.read('failed', 'sub', 'a.pdf.report.txt')).toMatch(/was not signed\.\n\nIt is no PDF\./);
  });

  it('reports requests that failed or were cancelled, and documents that are empty or too large', async () => {
    station.drop('cancelled.pdf');
    station.drop('broken.pdf');
    station.drop('empty.pdf', '');
    station.drop('large.pdf', 'x'.repeat(1_001));
    station.intake.end = (content) => (content === 'broken.pdf' ? 'Failed' : 'Cancelled');
    watch = station.watch();
    await emptied();
    const status = (name: string): unknown =>
      (JSON.parse(station.read('failed', `${name}.report.json`)) as { status: unknown }).status;
    expect(status('broken.pdf')).toBe('Failed');
    expect(status('cancelled.pdf')).toBe('Cancelled');
    expect([status('empty.pdf'), status('large.pdf')]).toEqual(['Rejected', 'Rejected']);
    expect(station.intake.accepted.size).toBe(2);
    expect(station.files('out')).toEqual([]);
  });

  it('gives a second failure of the same name a report of its own', async () => {
    station.intake.end = () => 'Failed';
    station.drop('a.pdf', 'first');
    watch = station.watch();
    await emptied();
    station.drop('a.pdf', 'second');
    await expect.poll(() => station.files('failed')).toHaveLength(6);
    await emptied();
    expect(station.read('failed', 'a.pdf')).toBe('first');
    expect(station.read('failed', 'a (2).pdf')).toBe('second');
    expect(existsSync(station.at('failed', 'a (2).pdf.report.txt'))).toBe(true);
  });

  it('takes nothing while no provider can sign, says so, and goes on by itself', async () => {
    station.intake.missing = new StationError('SIGNING_PROVIDER_UNAVAILABLE', 'The token is out.');
    station.drop('a.pdf');
    watch = station.watch();
    await expect.poll(() => watch?.problem).toBe('documents wait: The token is out.');
    expect(station.files('in')).toEqual(['a.pdf']);
    station.intake.missing = null;
    await emptied();
    await expect.poll(() => watch?.problem).toBeNull();
  });

  it('waits with a document whose provider goes away after the look, and never reports it', async () => {
    let refusals = 0;
    station.intake.refuse = () => {
      refusals += 1;
      return refusals === 1 ? new StationError('SIGNING_PROVIDER_UNAVAILABLE', 'The token is out.') : null;
    };
    station.drop('a.pdf');
    watch = station.watch();
    await emptied();
    expect(refusals).toBe(2);
    expect(station.files('failed')).toEqual([]);
  });

  it('goes on once a full or missing folder can be used again', async () => {
    renameSync(station.at('out'), station.at('away'));
    station.drop('a.pdf');
    watch = station.watch();
    await expect.poll(() => watch?.problem).toBe(`${station.at('out')} is not there`);
    expect(station.files('done')).toEqual([]);
    renameSync(station.at('away'), station.at('out'));
    await emptied();
    expect(station.files('out')).toEqual(['a-signed.pdf']);
    expect(station.intake.accepted.size).toBe(1);
  });

  it('delivers a signed file once, however long its document cannot be put aside, and over a restart', async () => {
    renameSync(station.at('done'), station.at('away'));
    station.drop('a.pdf');
    watch = station.watch();
    await expect.poll(() => watch?.problem).toBe(`${station.at('done')} is not there`);
    expect(station.files('out')).toEqual(['a-signed.pdf']);
    rmSync(station.at('out', 'a-signed.pdf'));
    await watch.stop();
    watch = station.watch();
    await expect.poll(() => watch?.problem).toBe(`${station.at('done')} is not there`);
    renameSync(station.at('away'), station.at('done'));
    await emptied();
    expect(station.files('done')).toEqual(['a.pdf']);
    expect(station.files('out', true)).toEqual([]);
  });

  it('signs any number of files once each, with no more of them or of watchers under way than it may have', async () => {
    for (let n = 0; n < COUNT; n += 1) writeFileSync(station.at('in', `${String(n)}.pdf`), String(n));
    const begun = process.getActiveResourcesInfo().length;
    watch = station.watch(SYSTEM, { maxInFlight: 20, maxLookedAt: 100 });
    await expect.poll(() => station.intake.accepted.size, { timeout: 45_000 }).toBeGreaterThan(100);
    expect(process.getActiveResourcesInfo().length - begun).toBeLessThan(300);
    await expect.poll(() => station.intake.accepted.size, { timeout: 300_000, interval: 100 }).toBe(COUNT);
    await emptied();
    expect(station.files('done')).toHaveLength(COUNT);
    expect(station.files('out')).toHaveLength(COUNT);
    expect(new Set([...station.intake.accepted.values()].map(({ content }) => content)).size).toBe(COUNT);
    expect(station.intake.most).toBeLessThanOrEqual(20);
  }, 360_000);
});

describe('many documents at once', () => {
  it('are taken together, since each of them waits for the disk', async () => {
    const all = Promise.withResolvers<undefined>();
    let taken = 0;
    const rename = async (from: string, to: string): Promise<void> => {
      taken += 1;
      if (taken === 3) all.resolve(undefined);
      await all.promise;
      await SYSTEM.rename(from, to);
    };
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) station.drop(name);
    watch = station.watch({ ...SYSTEM, rename });
    await emptied();
    expect(station.files('done')).toHaveLength(3);
  });

  it('go on as soon as there is room, also when there came to be while others were being taken', async () => {
    const waits = Promise.withResolvers<undefined>();
    const claims: string[] = [];
    const writeNew: typeof SYSTEM.writeNew = async (file, content, mode) => {
      const isClaim = file.endsWith('.claim.json') && typeof content === 'string';
      if (isClaim) claims.push(content);
      if (isClaim && claims.length === 2) await waits.promise;
      await SYSTEM.writeNew(file, content, mode);
    };
    // The second one stays under way.
    station.intake.end = (content) => (claims[1]?.includes(content) === true ? null : 'Completed');
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) station.drop(name);
    watch = station.watch({ ...SYSTEM, writeNew }, { maxInFlight: 2, intervalMilliseconds: 3_600_000 });
    await expect.poll(() => station.files('done')).toHaveLength(1);
    waits.resolve(undefined);
    await expect.poll(() => station.files('done')).toHaveLength(2);
  });
});
