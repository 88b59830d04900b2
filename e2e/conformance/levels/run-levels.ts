import path from 'node:path';
import { makeTestCa } from '../../actors/ca/make-test-ca.ts';
import { localLevelServices } from '../../actors/levels/local-level-services.ts';
import { prepareDss } from '../judges/dss-judge.ts';
import { preparePyhanko } from '../judges/pyhanko-judge.ts';
import { writeDssTrust, type DssTrustFolders } from '../judges/dss-trust.ts';
import type { Judge, SignedFile, Verdict } from '../judges/judge.ts';
import { knownLimit } from '../known-limits.ts';
import { archivedContainers } from './archived-containers.ts';
import { levelChains, type LevelChain } from './level-chains.ts';
import { makeLevelControls, type LevelControls } from './level-controls.ts';
import { raiseChain, STEPS } from './raise-chain.ts';
import { spoiledLevels, type SpoiledLevel } from './spoiled-levels.ts';

const CONTROLS: readonly LevelChain[] = [
  { format: 'PAdES', packaging: null, key: 'p-256' },
  { format: 'CAdES', packaging: 'encapsulated', key: 'p-256' },
  { format: 'XAdES', packaging: 'enveloped', key: 'p-256' },
];

/**
 * Signatures raised to T, LT and LTA and renewed twice, judged by DSS, which has to reach the level itself: from LT on it is
 * given no revocation data but what the file holds. Then files whose timestamps or evidence are not theirs, which it has to
 * refuse, and files whose signer was revoked before or after the timestamp. PDFs are put before pyHanko in the same way. Prints tables; false where a verdict is another one than is due.
 * `cache` is that of prepareDss.
 */
export async function runLevels(extent: 'sample' | 'all', folder: string, cache: string): Promise<boolean> {
  const ca = makeTestCa(path.join(folder, 'level-ca'));
  const services = localLevelServices(ca);
  const chains = levelChains(extent);
  for (const { key } of chains) ca.signer(key);
  const judges = await levelJudges(await writeDssTrust(ca, path.join(folder, 'level-trust')), cache);
  if (judges.length < 2 && process.env['CI'] === 'true') return false;
  const rows: ReadonlyMap<string, SignedFile>[] = [];
  for (const chain of chains) rows.push(await raiseChain(chain, ca, services, path.join(folder, 'levels')));
  rows.push(...(await archivedContainers(ca, services, path.join(folder, 'levels'))));
  const spoiled = [];
  for (const chain of CONTROLS) {
    const one = await raiseChain(chain, ca, services, path.join(folder, 'levels'), { text: 'one' });
    const other = await raiseChain(chain, ca, services, path.join(folder, 'levels'), { text: 'two' });
    spoiled.push(...spoiledLevels(one, other));
  }
  const { refused, ...revoked } = await makeLevelControls(ca, services, path.join(folder, 'levels'));
  spoiled.push(...refused.map((file) => ({ what: file.id, file })));
  let isGood = true;
  for (const judge of judges) isGood = (await compare(judge, rows, spoiled)) && isGood;
  const later = await writeDssTrust(ca, path.join(folder, 'level-trust-later'));
  return (await compareRevoked(revoked, later, cache)) && isGood;
}

/** DSS, knowing of the revocation, has to pass what was timestamped before it, at each level, and nothing else. */
async function compareRevoked(
  { revokedBefore, revokedAfter }: Pick<LevelControls, 'revokedAfter' | 'revokedBefore'>,
  { anchors, crls }: DssTrustFolders,
  cache: string,
): Promise<boolean> {
  const complain = (reason: string): void => console.log(`\n*** DSS DID NOT JUDGE THE REVOKED SIGNERS: ${reason}`);
  const dss = await prepareDss({ anchorFolder: anchors, crlFolder: crls }, cache, complain);
  if (dss === null) return true;
  console.log('');
  const [before, after] = [await verdictsOf(dss, revokedBefore), await verdictsOf(dss, revokedAfter)];
  const accepted = printControls(revokedBefore, before);
  const wrong = revokedAfter.filter(({ id }) => after.get(id)?.length !== 0);
  for (const { id } of wrong) console.log(`FAIL  ${id}: ${saidOf(after, id)}`);
  console.log(
    `${wrong.length} of ${revokedAfter.length} refused whose signer was revoked after the timestamp, ` +
      `${accepted} of ${revokedBefore.length} not refused that were timestamped after it`,
  );
  return wrong.length === 0 && accepted === 0;
}

/** Has the files judged that a judge can read, and prints what it says. */
async function compare(
  { name, reads, judgeAll }: LevelJudge,
  rows: readonly ReadonlyMap<string, SignedFile>[],
  spoiled: readonly SpoiledLevel[],
): Promise<boolean> {
  const own = rows.filter((row) => [...row.values()].every(reads));
  const verdicts = await judgeAll(own.flatMap((row) => [...row.values()]));
  const failures = printTable(name, own, verdicts);
  const controls = spoiled.filter(({ file }) => reads(file));
  const ofSpoiled = await judgeAll(controls.map(({ file }) => file));
  const accepted = printControls(
    controls.map(({ file }) => file),
    ofSpoiled,
  );
  console.log(
    `${failures} of ${verdicts.size} raised files refused by ${name}, ${accepted} of ${controls.length} controls not met`,
  );
  return failures === 0 && accepted === 0;
}

/** Gives the number of those against which nothing was said. */
function printControls(files: readonly SignedFile[], verdicts: ReadonlyMap<string, Verdict>): number {
  const said = files.map(({ id }) => ({ id, text: saidOf(verdicts, id) }));
  for (const { id, text } of said) console.log(`${text === '' ? 'NOT MET' : 'met    '}  ${id}  ${text.slice(0, 150)}`);
  return said.filter(({ text }) => text === '').length;
}

function saidOf(verdicts: ReadonlyMap<string, Verdict>, id: string): string {
  return (verdicts.get(id) ?? []).map(({ text }) => text).join('; ');
}

interface LevelJudge {
  readonly name: string;
  readonly reads: (file: SignedFile) => boolean;
  readonly judgeAll: (files: readonly SignedFile[]) => Promise<ReadonlyMap<string, Verdict>>;
}

/** DSS and pyHanko as far as they can be had; says of the others why not. */
async function levelJudges({ anchors, crls, nothing }: DssTrustFolders, cache: string): Promise<LevelJudge[]> {
  const complain = (judge: string) => (reason: string) =>
    console.log(`\n*** ${judge} DID NOT JUDGE THE LEVELS: ${reason}`);
  const [informed, alone] = [
    await prepareDss({ anchorFolder: anchors, crlFolder: crls }, cache, complain('DSS')),
    await prepareDss({ anchorFolder: anchors, crlFolder: nothing }, cache, complain('DSS')),
  ];
  const pyhanko = await preparePyhanko({ anchorFolder: anchors, crlFolder: crls }, cache, complain('pyHanko'));
  return [
    ...(informed === null || alone === null ? [] : [twoOfDss(informed, alone)]),
    ...(pyhanko === null ? [] : [ofPdfs(pyhanko)]),
  ];
}

/** The one that knows the CRLs judges level T; from LT on it is one that knows the root alone. */
function twoOfDss(informed: Judge, alone: Judge): LevelJudge {
  return {
    name: 'DSS',
    reads: () => true,
    async judgeAll(files) {
      const ofT = files.filter(({ profile }) => profile === 'T');
      const others = files.filter(({ profile }) => profile !== 'T');
      return new Map([...(await verdictsOf(informed, ofT)), ...(await verdictsOf(alone, others))]);
    },
  };
}

/** It uses the CRLs at level T alone. */
function ofPdfs(pyhanko: Judge): LevelJudge {
  return {
    name: pyhanko.name,
    reads: ({ format }) => format === 'PAdES',
    judgeAll: (files) => verdictsOf(pyhanko, files),
  };
}

async function verdictsOf(judge: Judge, files: readonly SignedFile[]): Promise<Map<string, Verdict>> {
  const verdicts = await judge.judge(files);
  return new Map(files.map(({ id }, index) => [id, verdicts[index] ?? [{ text: 'no verdict' }]]));
}

/** Of a column of the table. */
const WIDTH = 14;

/** Gives the number of files that were refused. */
function printTable(
  judge: string,
  rows: readonly ReadonlyMap<string, SignedFile>[],
  verdicts: ReadonlyMap<string, Verdict>,
): number {
  console.log(`\n${' '.repeat(32)}${STEPS.map(({ name }) => name.padEnd(WIDTH)).join('')}(${judge})`);
  const refusals: string[] = [];
  for (const row of rows) {
    const cells = [...row.values()].map((file) => {
      const said = verdicts.get(file.id) ?? [{ text: 'no verdict' }];
      const verdict = said.filter((complaint) => knownLimit(judge, file, complaint) === undefined);
      if (verdict.length > 0) refusals.push(`FAIL  ${file.id}: ${verdict.map(({ text }) => text).join('; ')}`);
      return (verdict.length > 0 ? 'FAIL' : said.length > 0 ? 'limit' : 'pass').padEnd(WIDTH);
    });
    const name = [...row.values()][0]?.id.replace(/ T$/, '') ?? '';
    console.log(name.padEnd(32) + cells.join(''));
  }
  for (const refusal of refusals) console.log(refusal);
  return refusals.length;
}
