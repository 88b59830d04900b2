import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NOW, trust } from '../../verification/cades/cms-forgery.suite.ts';
import { compactListOf } from './compact.ts';
import { judgeLists } from './judge-lists.ts';
import type { ListsTask, ListsVerdict } from './lists-protocol.ts';
import { watchTrustedLists, type ListWatch, type ListWatchOptions } from './list-watch.ts';
import { thumbprintOf } from './open-list.ts';
import { CA_QC, list, listOfLists, operator, service } from './signed-list.suite.ts';

const journal = operator('Journal');
const country = operator('Country');
const [ca = new Uint8Array()] = trust.trustAnchors;
const services = service(ca, CA_QC, { status: 'granted', from: '2026-03-01T00:00:00Z' });
const LOTL = 'https://lists.test/lotl.xml';

/** As the process of its own does it. */
function judge(task: ListsTask): Promise<ListsVerdict> {
  const verdict = judgeLists({ ...task, read: (file) => new Uint8Array(readFileSync(file)) });
  const { accepted, refused, wanted, entitled } = verdict;
  const described = accepted.map(({ source, list: one }, place) => {
    const compactFile = place === 0 ? null : `${one.territory}-${String(one.sequenceNumber)}.json`;
    if (compactFile !== null) writeFileSync(path.join(task.into, compactFile), JSON.stringify(compactListOf(one)));
    const signer = thumbprintOf(one.signer.der);
    return { ...one, name: source.name, services: one.services.length, signer, compactFile };
  });
  return Promise.resolve({ accepted: described, refused: [...refused], wanted: [...wanted], entitled });
}

/** Not a measure of speed: what never comes true fails, however long that takes here. */
function until(holds: () => unknown): Promise<unknown> {
  return vi.waitFor(holds, { timeout: 45_000, interval: 10 });
}

describe('trusted lists as they are kept', () => {
  let root: string;
  let at: Date;
  const watches: ListWatch[] = [];
  const judged = vi.fn(judge);
  const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'list-watch-'));
    mkdirSync(path.join(root, 'lists'));
    at = NOW;
    put('lotl.xml', listOfLists({ signer: journal }, [journal], [country]));
    put('XA.xml', list({ signer: country, services }));
  });
  afterEach(async () => {
    for (const watch of watches.splice(0)) await watch.stop();
    rmSync(root, { recursive: true, force: true });
    vi.clearAllMocks();
  });

  function put(name: string, bytes: Uint8Array): void {
    writeFileSync(path.join(root, 'lists', name), bytes);
  }

  async function open(changes: Partial<ListWatchOptions> = {}): Promise<ListWatch> {
    const watch = await watchTrustedLists({
      ...{ folder: path.join(root, 'lists'), url: null, territories: [], areAnchors: false },
      ...{ refreshMilliseconds: 3_600_000, dataFolder: path.join(root, 'data'), now: () => at, logger },
      signers: () => Promise.resolve({ certificates: [journal.certificate], unread: [] }),
      fetch: () => Promise.reject(new Error('nothing is fetched')),
      judge: judged,
      ...changes,
    });
    watches.push(watch);
    return watch;
  }

  it('are there from the first question on, and are not judged again by a restart', async () => {
    const first = await (await open()).reading();
    expect(first.lists?.lists.map(({ territory }) => territory)).toEqual(['XA']);
    const again = await (await open()).reading();
    expect(again.lists?.lists).toEqual(first.lists?.lists);
    expect(judged).toHaveBeenCalledTimes(1);
  });

  it('tell what lies among their signers and is no certificate', async () => {
    const unread = [{ kind: 'signer of trusted lists', file: 'cut.cer', reason: 'it is neither DER nor PEM' }] as const;
    const watch = await open({ signers: () => Promise.resolve({ certificates: [journal.certificate], unread }) });
    await watch.reading();
    expect(watch.unreadSigners()).toEqual(unread);
  });

  it('are the same object while nothing has changed', async () => {
    const watch = await open();
    expect((await watch.reading()).lists).toBe((await watch.reading()).lists);
  });

  it('are left out once the next one is due, without a new judgement', async () => {
    const watch = await open();
    await watch.reading();
    at = new Date('2027-02-02T00:00:00Z');
    const { lists, refused } = await watch.reading();
    expect([lists, refused.map(({ code }) => code)]).toEqual([null, ['LIST_EXPIRED', 'LIST_EXPIRED']]);
  });

  it.each([
    ['begin later', '2026-12-01T00:00:00Z', '2027-02-01T00:00:00Z', '2026-12-02T00:00:00Z'],
    ['had run out by a clock that was ahead', '2026-09-01T00:00:00Z', '2026-09-02T00:00:00Z', '2026-09-01T12:00:00Z'],
  ])('that %s are judged again when their time has come', async (_, issuedAt, nextUpdate, then) => {
    put('XA.xml', list({ signer: country, services, issuedAt, nextUpdate }));
    expect((await (await open()).reading()).lists).toBeNull();
    at = new Date(then);
    const watch = await open();
    await until(async () => expect((await watch.reading()).lists?.lists).toHaveLength(1));
  });

  it('that are spoiled are named in the log, once', async () => {
    put('XA.xml', Buffer.from('<a/>'));
    await (await open()).reading();
    await (await open()).reading();
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('"XA.xml"'), {
      code: 'LIST_MALFORMED',
    });
  });

  const SPOILT = [
    ['is gone', (file: string) => rmSync(file)],
    ['was cut', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 100))],
    ['is another one', (file: string) => writeFileSync(file, '{"territory":"XA"}')],
  ] as const;

  it.each(SPOILT)('are judged again at the next start where what was kept of one %s', async (_, spoil) => {
    const first = await (await open()).reading();
    spoil(path.join(root, 'data', 'XA-1.json'));
    const judgedAgain = vi.fn(judge);
    const again = await (await open({ judge: judgedAgain })).reading();
    expect(again.lists?.lists).toEqual(first.lists?.lists);
    expect(judgedAgain).toHaveBeenCalledOnce();
  });

  it('stay readable for those who were told of them before newer ones came, and go with the next ones', async () => {
    await (await open()).reading();
    const kept = (): string[] => readdirSync(path.join(root, 'data')).filter((name) => name.startsWith('XA-'));
    for (const [sequenceNumber, files] of [
      [2, ['XA-1.json', 'XA-2.json']],
      [3, ['XA-2.json', 'XA-3.json']],
    ] as const) {
      put('XA.xml', list({ signer: country, services, sequenceNumber }));
      const watch = await open();
      const told = await watch.reading();
      await until(async () => expect((await watch.reading()).accepted[1]).toMatchObject({ sequenceNumber }));
      await watch.stop();
      expect(kept().sort()).toEqual(files);
      for (const file of told.lists?.files ?? []) expect(readFileSync(file, 'utf8')).toContain('"XA"');
    }
  });

  it('whose kept form is gone when it is first wanted are named, and not called accepted', async () => {
    await (await open()).reading();
    const watch = await open();
    rmSync(path.join(root, 'data', 'XA-1.json'));
    const { lists, accepted, refused } = await watch.reading();
    expect([lists, accepted.map(({ territory }) => territory)]).toEqual([null, ['EU']]);
    expect(refused).toMatchObject([{ name: 'XA.xml', code: 'LIST_UNREADABLE' }]);
  });

  it('leave a look that is under way its files: a stop waits for its end', async () => {
    await (await open()).reading();
    put('XA.xml', Buffer.from('<a/>'));
    const judging = Promise.withResolvers<ListsVerdict>();
    const watch = await open({ judge: () => judging.promise });
    const stopped = vi.fn();
    const stopping = watch.stop().then(stopped);
    await until(() => expect(logger.info).toHaveBeenCalledOnce());
    expect(stopped).not.toHaveBeenCalled();
    judging.resolve({ accepted: [], refused: [], wanted: [], entitled: null });
    await stopping;
    expect(logger.info).toHaveBeenCalledTimes(2);
  });

  it('of the same number with other contents are read anew', async () => {
    const watch = await open();
    expect((await watch.reading()).lists?.lists[0]?.services).toHaveLength(1);
    await watch.stop();
    put('XA.xml', list({ signer: country, services: services + services, issuedAt: '2026-09-02T00:00:00Z' }));
    const changed = await open();
    await until(async () => expect((await changed.reading()).lists?.lists[0]?.services).toHaveLength(2));
  });

  it('remember the highest number, whatever lies in the folder later', async () => {
    put('XA.xml', list({ signer: country, services, sequenceNumber: 7 }));
    await (await open()).reading();
    put('XA.xml', list({ signer: country, services: services + services, sequenceNumber: 6 }));
    const watch = await open();
    await until(async () => {
      expect((await watch.reading()).refused.map(({ code }) => code)).toEqual(['LIST_OLDER']);
    });
  });

  describe('fetched', () => {
    const addresses = new Map<string, Uint8Array>();
    const online = { folder: null, url: LOTL, refreshMilliseconds: 5 } as const;
    const fetch = (url: string): Promise<Uint8Array> => {
      const bytes = addresses.get(url);
      return bytes === undefined ? Promise.reject(new Error('the host is gone')) : Promise.resolve(bytes);
    };
    beforeEach(() => {
      addresses.set(LOTL, listOfLists({ signer: journal }, [journal], [country]));
      addresses.set('https://lists.test/XA.xml', list({ signer: country, services }));
    });

    it('are asked for along the pointers', async () => {
      const watch = await open({ ...online, fetch });
      await until(async () => expect((await watch.reading()).lists?.lists).toHaveLength(1));
      expect(readdirSync(path.join(root, 'data', 'fetched'))).toHaveLength(2);
    });

    it('stay until their next update when the next answer is spoiled', async () => {
      const watch = await open({ ...online, fetch });
      await until(async () => expect((await watch.reading()).lists?.lists).toHaveLength(1));
      addresses.set('https://lists.test/XA.xml', Buffer.from('<html/>'));
      at = new Date(NOW.getTime() + 60_000);
      await until(async () => expect((await watch.reading()).refused).toHaveLength(1));
      expect((await watch.reading()).lists?.lists).toHaveLength(1);
    });

    const later = (): void => void (at = new Date(at.getTime() + 60_000));
    const accepted = async (watch: ListWatch): Promise<string[]> =>
      (await watch.reading()).accepted.map(({ territory }) => territory).sort();

    it.each<[string, Partial<ListWatchOptions>]>([
      ['for other countries', { territories: ['XB'] }],
      ['signed by others', { signers: () => Promise.resolve({ certificates: [country.certificate], unread: [] }) }],
    ])('do not outlive settings that ask for lists %s', async (_, changes) => {
      const watch = await open({ ...online, fetch });
      await until(async () => expect(await accepted(watch)).toEqual(['EU', 'XA']));
      await watch.stop();
      const changed = await open({ ...online, fetch, ...changes });
      await until(async () => expect(await accepted(changed)).not.toContain('XA'));
    });

    it.each([
      ['who signed them sign no more', [operator('Other')]],
      ['anybody sign for their country', []],
    ])('do not outlive a list of the lists that does not let %s', async (_, entitled) => {
      const watch = await open({ ...online, fetch });
      await until(async () => expect(await accepted(watch)).toEqual(['EU', 'XA']));
      addresses.set(LOTL, listOfLists({ signer: journal, sequenceNumber: 2 }, [journal], entitled));
      later();
      await until(async () => expect(await accepted(watch)).toEqual(['EU']));
    });

    it('by way of a pivot that was spoiled are there once it can be had', async () => {
      const [pivot, next] = ['https://lists.test/pivot-1.xml', operator('Next')];
      const informationUris = [pivot];
      addresses.set(pivot, Buffer.from('<html/>'));
      addresses.set(LOTL, listOfLists({ signer: next, sequenceNumber: 2, informationUris }, [next], [country]));
      const watch = await open({ ...online, fetch });
      await until(async () => expect((await watch.reading()).refused).not.toEqual([]));
      addresses.set(pivot, listOfLists({ signer: journal, informationUris }, [next], [country]));
      later();
      await until(async () => expect(await accepted(watch)).toEqual(['EU', 'XA']));
    });

    it('that cannot be reached are named with the reason', async () => {
      addresses.delete('https://lists.test/XA.xml');
      const watch = await open({ ...online, fetch });
      await until(async () => {
        expect((await watch.reading()).refused.map(({ code, reason }) => `${code} ${reason}`)).toEqual([
          'LIST_UNREACHABLE It cannot be fetched: the host is gone.',
        ]);
      });
    });
  });
});
