import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LIST_OF_LISTS, NATIONAL_LIST } from '../../codecs/trusted-list/trusted-list.ts';
import { NOW } from '../../verification/cades/cms-forgery.suite.ts';
import type { ListWatch, ListWatchOptions } from './list-watch.ts';
import { list, listOfLists, operator, pointer } from './signed-list.suite.ts';
import { country, journal, services, until, watchedLists } from './watched-lists.suite.ts';

const LOTL = 'https://lists.test/lotl.xml';

describe('trusted lists that are fetched', () => {
  const kept = watchedLists();
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
    const watch = await kept.open({ ...online, fetch });
    await until(async () => expect((await watch.reading()).lists?.lists).toHaveLength(1));
    expect(readdirSync(path.join(kept.root, 'data', 'fetched'))).toHaveLength(2);
  });

  it('stay until their next update when the next answer is spoiled', async () => {
    const watch = await kept.open({ ...online, fetch });
    await until(async () => expect((await watch.reading()).lists?.lists).toHaveLength(1));
    addresses.set('https://lists.test/XA.xml', Buffer.from('<html/>'));
    kept.at = new Date(NOW.getTime() + 60_000);
    await until(async () => expect((await watch.reading()).refused).toHaveLength(1));
    expect((await watch.reading()).lists?.lists).toHaveLength(1);
  });

  const later = (): void => void (kept.at = new Date(kept.at.getTime() + 60_000));
  const accepted = async (watch: ListWatch): Promise<string[]> =>
    (await watch.reading()).accepted.map(({ territory }) => territory).sort();

  it.each<[string, Partial<ListWatchOptions>]>([
    ['for other countries', { territories: ['XB'] }],
    ['signed by others', { signers: () => Promise.resolve({ certificates: [country.certificate], unread: [] }) }],
  ])('do not outlive settings that ask for lists %s', async (_, changes) => {
    const watch = await kept.open({ ...online, fetch });
    await until(async () => expect(await accepted(watch)).toEqual(['EU', 'XA']));
    await watch.stop();
    const changed = await kept.open({ ...online, fetch, ...changes });
    await until(async () => expect(await accepted(changed)).not.toContain('XA'));
  });

  it.each([
    ['who signed them sign no more', [operator('Other')]],
    ['anybody sign for their country', []],
  ])('do not outlive a list of the lists that does not let %s', async (_, entitled) => {
    const watch = await kept.open({ ...online, fetch });
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
    const watch = await kept.open({ ...online, fetch });
    await until(async () => expect((await watch.reading()).refused).not.toEqual([]));
    addresses.set(pivot, listOfLists({ signer: journal, informationUris }, [next], [country]));
    later();
    await until(async () => expect(await accepted(watch)).toEqual(['EU', 'XA']));
  });

  it('that could not be reached are asked for again soon, and less often the longer that lasts', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    addresses.clear();
    let looks = 0;
    const asked: number[] = [];
    const signers = (): ReturnType<ListWatchOptions['signers']> => {
      looks++;
      return Promise.resolve({ certificates: [journal.certificate], unread: [] });
    };
    const noting: ListWatchOptions['fetch'] = (url) => {
      asked.push(looks);
      return fetch(url);
    };
    const watch = await kept.open({ ...online, signers, fetch: noting, refreshMilliseconds: 3_600_000 });
    // The next look begins only when this one has ended, and says so where it asked anybody.
    const lookAfter = async (seconds: number, judgements: number): Promise<void> => {
      const before = looks;
      kept.at = new Date(kept.at.getTime() + seconds * 1000);
      vi.advanceTimersByTime(30_000);
      await until(() => expect([looks, kept.logger.info.mock.calls.length]).toEqual([before + 1, judgements]));
    };
    try {
      await until(() => expect(kept.logger.info).toHaveBeenCalledOnce());
      for (const [seconds, judgements] of [
        [30, 1],
        [30, 2],
        [60, 2],
        [60, 3],
      ] as const) {
        await lookAfter(seconds, judgements);
      }
      addresses.set(LOTL, listOfLists({ signer: journal }, [journal], [country]));
      addresses.set('https://lists.test/XA.xml', list({ signer: country, services }));
      for (const [seconds, judgements] of [
        [240, 4],
        [600, 4],
        [3_000, 5],
      ] as const)
        await lookAfter(seconds, judgements);
      expect(asked).toEqual([1, 3, 5, 6, 6, 8, 8]);
      expect(await accepted(watch)).toEqual(['EU', 'XA']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are not waited for one after another where a server is slow', async () => {
    const slow = Promise.withResolvers<Uint8Array>();
    const locations = ['XA', 'XB'].map((territory) => `https://lists.test/${territory}.xml`);
    const pointers = locations.map((location, place) =>
      pointer(NATIONAL_LIST, place === 0 ? 'XB' : 'XA', location, country),
    );
    addresses.set(
      LOTL,
      list({ ...{ signer: journal, type: LIST_OF_LISTS, territory: 'EU' }, pointers: pointers.join('') }),
    );
    const asked: string[] = [];
    await kept.open({
      ...online,
      fetch: (url) => {
        asked.push(url);
        return url === locations[0] ? slow.promise : fetch(url);
      },
    });
    await until(() => expect(asked).toContain(locations[1]));
    slow.reject(new Error('too late'));
  });

  it('that cannot be reached are named with the reason', async () => {
    addresses.delete('https://lists.test/XA.xml');
    const watch = await kept.open({ ...online, fetch });
    await until(async () => {
      expect((await watch.reading()).refused.map(({ code, reason }) => `${code} ${reason}`)).toEqual([
        'LIST_UNREACHABLE It cannot be fetched: the host is gone.',
      ]);
    });
  });
});
