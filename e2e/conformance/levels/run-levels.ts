import path from 'node:path';
import { makeTestCa } from '../../actors/ca/make-test-ca.ts';
import { localLevelServices } from '../../actors/levels/local-level-services.ts';
import { prepareDss } from '../judges/dss-judge.ts';
import { writeDssTrust, type DssTrustFolders } from '../judges/dss-trust.ts';
import type { Judge, SignedFile, Verdict } from '../judges/judge.ts';
import { knownLimit } from '../known-limits.ts';
import { levelChains, type LevelChain } from './level-chains.ts';
import { raiseChain, STEPS } from './raise-chain.ts';
import { spoiledLevels } from './spoiled-levels.ts';

const CONTROLS: readonly LevelChain[] = [
  { format: 'PAdES', packaging: null, key: 'p-256' },
  { format: 'CAdES', packaging: 'encapsulated', key: 'p-256' },
  { format: 'XAdES', packaging: 'enveloped', key: 'p-256' },
];

/**
 * Signatures raised to T, LT and LTA and renewed twice, judged by DSS, which has to reach the level itself: from LT on it is
 * given no revocation data but what the file holds. Then files whose timestamps or evidence are not theirs, which it has to
 * refuse. Prints the table; false where a verdict is another one than is due. `cache` is that of prepareDss.
 */
export async function runLevels(extent: 'sample' | 'all', folder: string, cache: string): Promise<boolean> {
  const ca = makeTestCa(path.join(folder, 'level-ca'));
  const services = localLevelServices(ca);
  const chains = levelChains(extent);
  for (const { key } of chains) ca.signer(key);
  const judges = await levelJudges(await writeDssTrust(ca, path.join(folder, 'level-trust')), cache);
  if (judges === null) return process.env['CI'] !== 'true';
  const rows = [];
  for (const chain of chains) rows.push(await raiseChain(chain, ca, services, path.join(folder, 'levels')));
  const verdicts = await judgeFiles(
    judges,
    rows.flatMap((row) => [...row.values()]),
  );
  const failures = printTable(rows, verdicts);
  const spoiled = [];
  for (const chain of CONTROLS) {
    const one = await raiseChain(chain, ca, services, path.join(folder, 'levels'), 'one');
    const other = await raiseChain(chain, ca, services, path.join(folder, 'levels'), 'two');
    spoiled.push(...spoiledLevels(one, other));
  }
  const ofSpoiled = await judgeFiles(
    judges,
    spoiled.map(({ file }) => file),
  );
  const accepted = spoiled.filter(({ file }) => ofSpoiled.get(file.id)?.length === 0);
  for (const { what, file } of spoiled) {
    const said = (ofSpoiled.get(file.id) ?? []).map(({ text }) => text).join('; ');
    console.log(`${said === '' ? 'NOT MET' : 'met    '}  ${what}  ${said.slice(0, 150)}`);
  }
  console.log(
    `${failures} of ${verdicts.size} raised files refused, ${accepted.length} of ${spoiled.length} controls not met`,
  );
  return failures === 0 && accepted.length === 0;
}

interface LevelJudges {
  /** Knows the CRLs. */
  readonly informed: Judge;
  /** Knows the root alone. */
  readonly alone: Judge;
}

async function levelJudges({ anchors, crls, nothing }: DssTrustFolders, cache: string): Promise<LevelJudges | null> {
  const complain = (reason: string): void => console.log(`\n*** DSS DID NOT JUDGE THE LEVELS: ${reason}`);
  const informed = await prepareDss({ anchorFolder: anchors, crlFolder: crls }, cache, complain);
  const alone = await prepareDss({ anchorFolder: anchors, crlFolder: nothing }, cache, complain);
  return informed === null || alone === null ? null : { informed, alone };
}

async function judgeFiles(
  { informed, alone }: LevelJudges,
  files: readonly SignedFile[],
): Promise<ReadonlyMap<string, Verdict>> {
  const verdicts = new Map<string, Verdict>();
  for (const [judge, isTold] of [
    [informed, true],
    [alone, false],
  ] as const) {
    const own = files.filter(({ profile }) => (profile === 'T') === isTold);
    (await judge.judge(own)).forEach((verdict, index) => verdicts.set(own[index]?.id ?? '', verdict));
  }
  return verdicts;
}

/** Of a column of the table. */
const WIDTH = 14;

/** Gives the number of files that were refused. */
function printTable(rows: readonly ReadonlyMap<string, SignedFile>[], verdicts: ReadonlyMap<string, Verdict>): number {
  console.log(`\n${' '.repeat(32)}${STEPS.map(({ name }) => name.padEnd(WIDTH)).join('')}(DSS)`);
  const refusals: string[] = [];
  for (const row of rows) {
    const cells = [...row.values()].map((file) => {
      const said = verdicts.get(file.id) ?? [{ text: 'no verdict' }];
      const verdict = said.filter((complaint) => knownLimit('DSS', file, complaint) === undefined);
      if (verdict.length > 0) refusals.push(`FAIL  ${file.id}: ${verdict.map(({ text }) => text).join('; ')}`);
      return (verdict.length > 0 ? 'FAIL' : said.length > 0 ? 'limit' : 'pass').padEnd(WIDTH);
    });
    const name = [...row.values()][0]?.id.replace(/ T$/, '') ?? '';
    console.log(name.padEnd(32) + cells.join(''));
  }
  for (const refusal of refusals) console.log(refusal);
  return refusals.length;
}
