import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, vi, type Mock } from 'vitest';
import { NOW, trust } from '../../verification/cades/cms-forgery.suite.ts';
import { compactListOf } from './compact.ts';
import { judgeLists } from './judge-lists.ts';
import type { ListsTask, ListsVerdict } from './lists-protocol.ts';
import { watchTrustedLists, type ListWatch, type ListWatchOptions } from './list-watch.ts';
import { thumbprintOf } from './open-list.ts';
import { CA_QC, operator, service } from './signed-list.suite.ts';

export const journal = operator('Journal');
export const country = operator('Country');
const [ca = new Uint8Array()] = trust.trustAnchors;
export const services = service(ca, CA_QC, { status: 'granted', from: '2026-03-01T00:00:00Z' });

/** Trusted lists of a test in a folder of its own, watched without the network and without a process. */
export interface WatchedLists {
  readonly root: string;
  /** What the watches take for the present. */
  at: Date;
  readonly judged: Mock<ListWatchOptions['judge']>;
  readonly logger: Record<'info' | 'warn' | 'error', Mock>;
  put(name: string, bytes: Uint8Array): void;
  open(changes?: Partial<ListWatchOptions>): Promise<ListWatch>;
}

/** To be called where tests are described: each of them begins with an empty folder, and ends its watches. */
export function watchedLists(): WatchedLists {
  const watches: ListWatch[] = [];
  let root = '';
  const lists: WatchedLists = {
    get root() {
      return root;
    },
    at: NOW,
    judged: vi.fn(judgeHere),
    logger: { info: vi.fn(), warn: vi.fn(), error: vi.fn() },
    put: (name, bytes) => writeFileSync(path.join(root, 'lists', name), bytes),
    async open(changes = {}) {
      const watch = await watchTrustedLists({
        ...{ folder: path.join(root, 'lists'), url: null, territories: [], areAnchors: false },
        ...{ refreshMilliseconds: 3_600_000, dataFolder: path.join(root, 'data'), now: () => lists.at },
        signers: () => Promise.resolve({ certificates: [journal.certificate], unread: [] }),
        fetch: () => Promise.reject(new Error('nothing is fetched')),
        ...{ judge: lists.judged, logger: lists.logger },
        ...changes,
      });
      watches.push(watch);
      return watch;
    },
  };
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'list-watch-'));
    mkdirSync(path.join(root, 'lists'));
    lists.at = NOW;
  });
  afterEach(async () => {
    for (const watch of watches.splice(0)) await watch.stop();
    rmSync(root, { recursive: true, force: true });
    vi.clearAllMocks();
  });
  return lists;
}

/** As the process of its own does it. */
export function judgeHere(task: ListsTask): Promise<ListsVerdict> {
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
export function until(holds: () => unknown): Promise<unknown> {
  return vi.waitFor(holds, { timeout: 45_000, interval: 10 });
}
