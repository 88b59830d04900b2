import { copyFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { SignatureFormat } from '../../service/contract/vocabulary/signature-formats.ts';
import { changedValues } from './changed-values.ts';
import { verdictsOf } from './judge-outputs.ts';
import type { Judge, SignedFile } from './judges/judge.ts';
import { mapAtMost } from './judges/run-program.ts';
import type { Output } from './make-outputs.ts';
import type { Control } from './negative-control.ts';
import { spoiledFiles } from './spoiled-files.ts';

export interface ControlResult {
  readonly what: string;
  readonly format: SignatureFormat;
  readonly judge: string;
  readonly isMet: boolean;
  readonly said: string;
}

/** Another key's outputs, so that the untouched ones stay what they are. */
const STORED_KEY = 'RSA-2048';

/** Words for "this certificate was revoked"; only these judges are given CRLs. */
const REVOKED: Control['expected'] = {
  station: /CERT_REVOKED|REVOKED/,
  DSS: /REVOKED/,
  pyHanko: /REVOKED/i,
  openssl: /certificate revoked/,
};

/**
 * Files that must be refused: one of every format changed after signing, and one of every format whose key has been
 * revoked since. Beside them, untouched ones that must pass, so that no judge refuses everything. Called after the CRLs
 * were replaced; `healthy` and `revoked` name keys of the matrix.
 */
export async function runControls(
  outputs: readonly Output[],
  judges: readonly Judge[],
  keys: { readonly healthy: string; readonly revoked: string },
  folder: string,
): Promise<ControlResult[]> {
  const files = firstOfEachKind(outputs, keys.healthy);
  const controls: Control[] = [
    ...(await Promise.all(files.map((file) => spoiledFiles(file, folder)))).flat(),
    ...(await changedInStore(outputs, folder)),
    ...(await changedValues(outputs, folder)),
    ...files.map((file) => ({
      what: `${file.id}, untouched`,
      file,
      expected: Object.fromEntries(judges.filter((judge) => judge.reads(file)).map(({ name }) => [name, null])),
    })),
    ...firstOfEachKind(outputs, keys.revoked).map((file) => ({
      what: `${file.id}, revoked since`,
      file,
      expected: REVOKED,
    })),
  ];
  const results = await mapAtMost(2, judges, (judge) => askJudge(judge, controls));
  return [...results.flat(), ...withoutControl(results.flat(), judges, files)].sort((a, b) =>
    a.what.localeCompare(b.what),
  );
}

/** A judge that was not shown to refuse anything of a format that it reads has proved nothing there. */
function withoutControl(
  results: readonly ControlResult[],
  judges: readonly Judge[],
  files: readonly SignedFile[],
): ControlResult[] {
  const refusals = new Set(
    results.filter(({ isMet, said }) => isMet && said !== '').map(({ judge, format }) => `${judge} ${format}`),
  );
  return judges.flatMap((judge) =>
    files
      .filter((file) => judge.reads(file) && !refusals.has(`${judge.name} ${file.format}`))
      .map(({ format }) => ({ what: `${format}, nothing refused`, format, judge: judge.name, isMet: false, said: '' })),
  );
}

/**
 * The station takes no containers for verification, so a changed one is laid in the place of its stored output. It says
 * that the file is another one than it stored, and has to see what is wrong with it besides.
 */
async function changedInStore(outputs: readonly Output[], folder: string): Promise<Control[]> {
  const containers = firstOfEachKind(outputs, STORED_KEY).filter(({ format }) => format.startsWith('ASiC'));
  const controls = await Promise.all(
    containers.map(async (file) => {
      const [spoiled] = await spoiledFiles(file, folder);
      const station = outputs.find(({ name }) => name === file.id)?.key.station;
      if (spoiled === undefined || station === undefined) return [];
      const stored = (await readdir(station.dataDirectory, { recursive: true })).find((name) =>
        name.endsWith(`${file.requestId ?? ''}/signed.bin`),
      );
      if (stored === undefined) throw new Error(`The stored output of ${file.id} was not found.`);
      await copyFile(spoiled.file.path, path.join(station.dataDirectory, stored));
      const what = `${file.id}, changed in store`;
      return [{ what, file, expected: { station: /INVALID OUTPUT_HASH_MISMATCH .*DIGEST/ } }];
    }),
  );
  return controls.flat();
}

/** One of each format and packaging, and of those with three signers: what comes first with this key. */
function firstOfEachKind(outputs: readonly Output[], key: string): SignedFile[] {
  const mine = outputs.filter((output) => output.key.name === key);
  const kinds = Map.groupBy(mine, ({ kind }) => [kind.format, kind.packaging, kind.laterFields !== undefined].join());
  return [...kinds.values()].flatMap(([first]) => first?.file ?? []);
}

async function askJudge(judge: Judge, controls: readonly Control[]): Promise<ControlResult[]> {
  const mine = controls.filter(({ file, expected }) => judge.name in expected && judge.reads(file));
  // The same file may be asked about twice, so each control has an id of its own.
  const files = mine.map(({ file, what }) => ({ ...file, id: what }));
  const verdicts = await verdictsOf(judge, files);
  return mine.map(({ what, file, expected }) => {
    const said = (verdicts.get(what) ?? []).map(({ text }) => text).join('; ');
    const due = expected[judge.name] ?? null;
    return { what, format: file.format, judge: judge.name, isMet: due === null ? said === '' : due.test(said), said };
  });
}
