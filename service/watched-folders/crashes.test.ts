import { expect, it } from 'vitest';
import { FolderStation } from './folder-station.suite.ts';
import { nodeSystem, type FolderSystem } from './folder-system.ts';

const SYSTEM = nodeSystem(false);

const CHANGES = ['mkdir', 'writeNew', 'rename', 'link', 'remove', 'sync'] as const;

/** Ends before or after change number `at`, and lets nothing change after that, as a process does that was killed. */
function cutSystem(at: number, when: 'before' | 'after'): { readonly system: FolderSystem; isCut: () => boolean } {
  let changes = 0;
  let isCut = false;
  const dead = (): Promise<never> => Promise.reject(new Error('The process is gone.'));
  const cut =
    (name: (typeof CHANGES)[number]) =>
    async (...given: unknown[]): Promise<void> => {
      if (isCut) return dead();
      changes += 1;
      const isLast = changes === at;
      if (isLast && when === 'before') isCut = true;
      if (isLast && when === 'before') return dead();
      await (SYSTEM[name] as (...values: unknown[]) => Promise<void>)(...given);
      if (isLast) isCut = true;
      if (isLast) return dead();
      return undefined;
    };
  const changing = Object.fromEntries(CHANGES.map((name) => [name, cut(name)])) as Pick<
    FolderSystem,
    (typeof CHANGES)[number]
  >;
  return { system: { ...SYSTEM, ...changing }, isCut: () => isCut };
}

const DOCUMENTS = ['bad.pdf', 'sub/a.pdf'];

it.each(['before', 'after'] as const)(
  'signs each document once, and loses none, cut off %s any of its steps',
  async (when) => {
    let steps = 0;
    for (let wasCut = true; wasCut; steps += 1) {
      const station = new FolderStation();
      station.intake.end = (content) => (content.includes('bad') ? 'Failed' : 'Completed');
      for (const name of DOCUMENTS) station.drop(name);
      const { system, isCut } = cutSystem(steps + 1, when);
      const first = station.watch(system, { maxInFlight: 1 });
      const isDone = (): boolean => isCut() || station.files('in', true).length === 0;
      await expect.poll(isDone, { interval: 2 }).toBe(true);
      await first.stop();
      wasCut = isCut();
      const second = station.watch();
      await expect.poll(() => station.files('in', true), { interval: 2 }).toEqual([]);
      await second.stop();
      expect([...station.intake.accepted.values()].map(({ content }) => content).sort()).toEqual(DOCUMENTS);
      expect(station.files('out', true)).toEqual(['sub/a-signed.pdf']);
      expect(station.files('done', true)).toEqual(['sub/a.pdf']);
      expect(station.files('failed', true)).toEqual(['bad.pdf', 'bad.pdf.report.json', 'bad.pdf.report.txt']);
      station.remove();
    }
    expect(steps).toBeGreaterThan(35);
  },
);
