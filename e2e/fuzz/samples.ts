import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestCa } from '../actors/ca/make-test-ca.ts';
import type { FuzzTarget } from './fuzz-target.ts';

/** What a reader accepts, to be broken, and for signed documents what makes them VALID. */
export interface Samples {
  readonly inputs: FuzzTarget['samples'];
  readonly trust: SampleTrust | null;
}

export interface SampleTrust {
  readonly anchor: Uint8Array;
  readonly crls: readonly Uint8Array[];
  /** The time at which the samples are judged, whenever that is done. */
  readonly at: Date;
}

/** Where samples come from: kept files are the same bytes in every run, new ones have keys and values of their own. */
export type SampleSource = 'kept' | 'new';

const FOLDER = path.join(import.meta.dirname, 'samples');

export function trustOf(ca: TestCa, at: Date): SampleTrust {
  return { anchor: ca.trustAnchor, crls: ca.crls(), at };
}

/** The samples of one reader as they lie in the repository. */
export function keptSamples(target: string): Samples {
  const folder = path.join(FOLDER, target);
  const numbered = (kind: string): Buffer[] =>
    readdirSync(folder)
      .filter((name) => name.startsWith(`${kind}-`))
      .sort()
      .map((name) => readFileSync(path.join(folder, name)));
  const [first, ...more] = numbered('input');
  if (first === undefined) throw new Error(`There are no kept samples of ${target}: npm run fuzz -- --write-samples`);
  const [anchor] = numbered('anchor');
  if (anchor === undefined) return { inputs: [first, ...more], trust: null };
  const at = new Date(readFileSync(path.join(folder, 'at.txt'), 'utf8').trim());
  return { inputs: [first, ...more], trust: { anchor, crls: numbered('crl'), at } };
}

/** Puts samples in the place of those that are kept. */
export function keepSamples(target: string, { inputs, trust }: Samples): void {
  const folder = path.join(FOLDER, target);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (kind: string, all: readonly Uint8Array[]): void => {
    for (const [index, bytes] of all.entries()) writeFileSync(path.join(folder, `${kind}-${index + 1}.bin`), bytes);
  };
  write('input', inputs);
  if (trust === null) return;
  write('anchor', [trust.anchor]);
  write('crl', trust.crls);
  writeFileSync(path.join(folder, 'at.txt'), `${trust.at.toISOString()}\n`);
}
