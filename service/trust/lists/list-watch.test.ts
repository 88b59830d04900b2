import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ListsVerdict } from './lists-protocol.ts';
import { list, listOfLists } from './signed-list.suite.ts';
import { country, journal, judgeHere, services, until, watchedLists } from './watched-lists.suite.ts';

describe('trusted lists as they are kept', () => {
  const kept = watchedLists();
  beforeEach(() => {
    kept.put('lotl.xml', listOfLists({ signer: journal }, [journal], [country]));
    kept.put('XA.xml', list({ signer: country, services }));
  });

  it('are there from the first question on, and are not judged again by a restart', async () => {
    const first = await (await kept.open()).reading();
    expect(first.lists?.lists.map(({ territory }) => territory)).toEqual(['XA']);
    const again = await (await kept.open()).reading();
    expect(again.lists?.lists).toEqual(first.lists?.lists);
    expect(kept.judged).toHaveBeenCalledTimes(1);
  });

  it('tell what lies among their signers and is no certificate', async () => {
    const unread = [{ kind: 'signer of trusted lists', file: 'cut.cer', reason: 'it is neither DER nor PEM' }] as const;
    const watch = await kept.open({ signers: () => Promise.resolve({ certificates: [journal.certificate], unread }) });
    await watch.reading();
    expect(watch.unreadSigners()).toEqual(unread);
  });

  it('are the same object while nothing has changed', async () => {
    const watch = await kept.open();
    expect((await watch.reading()).lists).toBe((await watch.reading()).lists);
  });

  it('are left out once the next one is due, without a new judgement', async () => {
    const watch = await kept.open();
    await watch.reading();
    kept.at = new Date('2027-02-02T00:00:00Z');
    const { lists, refused } = await watch.reading();
    expect([lists, refused.map(({ code }) => code)]).toEqual([null, ['LIST_EXPIRED', 'LIST_EXPIRED']]);
  });

  it.each([
    ['begin later', '2026-12-01T00:00:00Z', '2027-02-01T00:00:00Z', '2026-12-02T00:00:00Z'],
    ['had run out by a clock that was ahead', '2026-09-01T00:00:00Z', '2026-09-02T00:00:00Z', '2026-09-01T12:00:00Z'],
  ])('that %s are judged again when their time has come', async (_, issuedAt, nextUpdate, then) => {
    kept.put('XA.xml', list({ signer: country, services, issuedAt, nextUpdate }));
    expect((await (await kept.open()).reading()).lists).toBeNull();
    kept.at = new Date(then);
    const watch = await kept.open();
    await until(async () => expect((await watch.reading()).lists?.lists).toHaveLength(1));
  });

  it('that are spoiled are named in the log, once', async () => {
    kept.put('XA.xml', Buffer.from('<a/>'));
    await (await kept.open()).reading();
    await (await kept.open()).reading();
    expect(kept.logger.warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('"XA.xml"'), {
      code: 'LIST_MALFORMED',
    });
  });

  const SPOILT = [
    ['is gone', (file: string) => rmSync(file)],
    ['was cut', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 100))],
    ['is another one', (file: string) => writeFileSync(file, '{"territory":"XA"}')],
  ] as const;

  it.each(SPOILT)('are judged again at the next start where what was kept of one %s', async (_, spoil) => {
    const first = await (await kept.open()).reading();
    spoil(path.join(kept.root, 'data', 'XA-1.json'));
    const judgedAgain = vi.fn(judgeHere);
    const again = await (await kept.open({ judge: judgedAgain })).reading();
    expect(again.lists?.lists).toEqual(first.lists?.lists);
    expect(judgedAgain).toHaveBeenCalledOnce();
  });

  it('stay readable for those who were told of them before newer ones came, and go with the next ones', async () => {
    await (await kept.open()).reading();
    const ofCountry = (): string[] =>
      readdirSync(path.join(kept.root, 'data')).filter((name) => name.startsWith('XA-'));
    for (const [sequenceNumber, files] of [
      [2, ['XA-1.json', 'XA-2.json']],
      [3, ['XA-2.json', 'XA-3.json']],
    ] as const) {
      kept.put('XA.xml', list({ signer: country, services, sequenceNumber }));
      const watch = await kept.open();
      const told = await watch.reading();
      await until(async () => expect((await watch.reading()).accepted[1]).toMatchObject({ sequenceNumber }));
      await watch.stop();
      expect(ofCountry().sort()).toEqual(files);
      for (const file of told.lists?.files ?? []) expect(readFileSync(file, 'utf8')).toContain('"XA"');
    }
  });

  it('whose kept form is gone when it is first wanted are named, and not called accepted', async () => {
    await (await kept.open()).reading();
    const watch = await kept.open();
    rmSync(path.join(kept.root, 'data', 'XA-1.json'));
    const { lists, accepted, refused } = await watch.reading();
    expect([lists, accepted.map(({ territory }) => territory)]).toEqual([null, ['EU']]);
    expect(refused).toMatchObject([{ name: 'XA.xml', code: 'LIST_UNREADABLE' }]);
  });

  it('leave a look that is under way its files: a stop waits for its end', async () => {
    await (await kept.open()).reading();
    kept.put('XA.xml', Buffer.from('<a/>'));
    const judging = Promise.withResolvers<ListsVerdict>();
    const watch = await kept.open({ judge: () => judging.promise });
    const stopped = vi.fn();
    const stopping = watch.stop().then(stopped);
    await until(() => expect(kept.logger.info).toHaveBeenCalledOnce());
    expect(stopped).not.toHaveBeenCalled();
    judging.resolve({ accepted: [], refused: [], wanted: [], entitled: null });
    await stopping;
    expect(kept.logger.info).toHaveBeenCalledTimes(2);
  });

  it('of the same number with other contents are read anew', async () => {
    const watch = await kept.open();
    expect((await watch.reading()).lists?.lists[0]?.services).toHaveLength(1);
    await watch.stop();
    kept.put('XA.xml', list({ signer: country, services: services + services, issuedAt: '2026-09-02T00:00:00Z' }));
    const changed = await kept.open();
    await until(async () => expect((await changed.reading()).lists?.lists[0]?.services).toHaveLength(2));
  });

  it('remember the highest number, whatever lies in the folder later', async () => {
    kept.put('XA.xml', list({ signer: country, services, sequenceNumber: 7 }));
    await (await kept.open()).reading();
    kept.put('XA.xml', list({ signer: country, services: services + services, sequenceNumber: 6 }));
    const watch = await kept.open();
    await until(async () => {
      expect((await watch.reading()).refused.map(({ code }) => code)).toEqual(['LIST_OLDER']);
    });
  });
});
