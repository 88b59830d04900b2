import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { makeTestCa, type TestCa } from '../../actors/ca/make-test-ca.ts';
import { softwareSignerOf } from '../../actors/engines/sign-with-engine.ts';
import { localLevelServices } from '../../actors/levels/local-level-services.ts';
import { buildDigiDoc } from '../judges/digidoc.ts';
import { askDss, buildDss, type DssAnswer, type DssFinding } from '../judges/dss-judge.ts';
import { writeDssTrust } from '../judges/dss-trust.ts';
import { addSigner, type Addition } from './add-signer.ts';
import { compareVerdicts } from './compare-verdicts.ts';
import { signWithDigiDoc } from './digidoc-signs.ts';
import { signWithDss, type SharedFile } from './dss-signs.ts';
import { foreignFiles, type ForeignFile } from './foreign-files.ts';
import { SIGNERS, signByMany, type ManySigners } from './many-signers.ts';
import { signLasting, type SignedAgain } from './sign-lasting.ts';

const KEYS = ['p-256', 'rsa-2048', 'p-384'] as const;

/**
 * Signers beside and over others, judged by DSS: ten on one file of every format and packaging, one on a file of level
 * LTA, those of DSS and digidoc4j on ours and ours on those, and one added to each signed file of other makers in `corpus` (null: none). Prints the table; false where DSS does not pass an added signature
 * or says of an earlier one anything else than before.
 */
export async function runSigners(corpus: string | null, folder: string, cache: string): Promise<boolean> {
  const complain = (reason: string): void => console.log(`\n*** NOT ALL JUDGED THE SIGNERS: ${reason}`);
  const [classPath, digiDoc] = [await buildDss(cache, complain), await buildDigiDoc(cache, complain)];
  if (classPath === null || digiDoc === null) return process.env['CI'] !== 'true';
  const ca = makeTestCa(path.join(folder, 'signer-ca'));
  for (const key of KEYS) ca.signer(key);
  const trust = await writeDssTrust(ca, path.join(folder, 'signer-trust'));
  const ask = (files: readonly Pick<ForeignFile, 'id' | 'path' | 'originals'>[]): Promise<DssAnswer[]> =>
    askDss(classPath, { anchorFolder: trust.anchors, crlFolder: trust.crls }, files);
  const many = await signByMany(ca, path.join(folder, 'many-signers'));
  const areManyGood = printMany(many, await ask(many));
  const again = await signLasting(ca, localLevelServices(ca), path.join(folder, 'lasting-signers'));
  const asked = await ask(again.flatMap(({ before, after }) => [before, after]));
  const areGood = printAgain(again, asked) && areManyGood;
  const services = localLevelServices(ca);
  const shared = [
    ...(await signWithDss(classPath, ca, path.join(folder, 'shared-with-dss'))),
    ...(await signWithDigiDoc(digiDoc, ca, services, path.join(folder, 'shared-with-digidoc'))),
  ];
  const judged = await ask(shared.flatMap(({ first, second, third }) => [first, second, third ?? second]));
  const isShared = printShared(shared, judged) && areGood;
  if (corpus === null) return isShared;
  if (!existsSync(corpus)) throw new Error(`There is no folder ${corpus}.`);
  const cases = await addToEach(foreignFiles(corpus), ca, path.join(folder, 'added-signers'));
  const before = await ask(cases.map(({ file }) => file));
  const after = await ask(cases.map(({ file, output }) => ({ ...file, path: output })));
  return printAdded(cases, before, after) && isShared;
}

function printMany(files: readonly ManySigners[], answers: readonly DssAnswer[]): boolean {
  console.log(`\n${SIGNERS} signers on one file (DSS)`);
  let isGood = true;
  for (const [index, { id }] of files.entries()) {
    const { document = null, problem = null } = answers[index] ?? {};
    const signatures = document?.signatures ?? [];
    const passed = signatures.filter(({ indication }) => indication === 'TOTAL_PASSED').length;
    const isPassed = passed === SIGNERS && signatures.length === SIGNERS;
    isGood &&= isPassed;
    console.log(`${isPassed ? 'pass' : 'FAIL'}  ${id}: ${passed} of ${signatures.length} ${problem ?? ''}`);
  }
  return isGood;
}

/** `answers`: before and after of each. */
function printAgain(files: readonly SignedAgain[], answers: readonly DssAnswer[]): boolean {
  console.log('\nlevel LTA, signed by somebody else afterwards (DSS)');
  let isGood = true;
  for (const [index, { after }] of files.entries()) {
    const [earlier, later] = answers.slice(2 * index);
    if (earlier === undefined || later === undefined) throw new Error('DSS gave too few answers.');
    const isLasting = earlier.document?.signatures.every(isPassedAtLta) === true;
    const { changed, added } = compareVerdicts(earlier, later, 'Signer signer-rsa-2048');
    const faults = [
      ...(isLasting ? [] : ['not LTA before']),
      ...changed,
      ...(added === null ? [] : [`added: ${added}`]),
    ];
    isGood &&= faults.length === 0;
    console.log(`${faults.length === 0 ? 'pass' : 'FAIL'}  ${after.id} ${faults.join('; ')}`);
  }
  return isGood;
}

/** `answers`: after the first, the second and the third signer of each. */
function printShared(files: readonly SharedFile[], answers: readonly DssAnswer[]): boolean {
  console.log(
    '\nsigned by the station, by DSS or digidoc4j, and by the station again (judged by DSS and those who signed)',
  );
  let isGood = true;
  for (const [index, { id, faults }] of files.entries()) {
    const [first, second, third] = answers.slice(3 * index);
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('DSS gave too few answers.');
    const theirs = compareVerdicts(first, second, 'Signer signer-rsa-2048');
    const ours = compareVerdicts(second, third, 'Signer signer-p-384');
    const all = [
      ...[...faults, ...theirs.changed, ...ours.changed],
      ...(theirs.added === null ? [] : [`the second: ${theirs.added}`]),
      ...(ours.added === null ? [] : [`the third: ${ours.added}`]),
    ];
    isGood &&= all.length === 0;
    console.log(`${all.length === 0 ? 'pass' : 'FAIL'}  ${id} ${all.join('; ')}`);
  }
  return isGood;
}

function isPassedAtLta({ indication, signatureFormat }: DssFinding): boolean {
  return indication === 'TOTAL_PASSED' && signatureFormat.endsWith('-LTA');
}

interface SignerCase {
  readonly file: ForeignFile;
  readonly addition: Addition;
  readonly output: string;
}

async function addToEach(files: readonly ForeignFile[], ca: TestCa, folder: string): Promise<SignerCase[]> {
  mkdirSync(folder, { recursive: true });
  const cases: SignerCase[] = [];
  for (const [index, file] of files.entries()) {
    const signer = softwareSignerOf(ca, KEYS[index % KEYS.length] ?? KEYS[0]);
    const output = path.join(folder, file.id);
    const addition = await addSigner(file, signer, output);
    cases.push({ file, addition, output: 'refusal' in addition ? file.path : output });
  }
  return cases;
}

/** What DSS cannot read, or calls broken, tells nothing of what was added. */
function isGoodBefore({ document }: DssAnswer): boolean {
  return document?.signatures.every(({ indication }) => indication !== 'TOTAL_FAILED') ?? false;
}

/** A line for each file that was refused or went wrong, then the counts. */
function printAdded(cases: readonly SignerCase[], before: readonly DssAnswer[], after: readonly DssAnswer[]): boolean {
  console.log('\na signer added to files of other makers (DSS before and after)');
  const counts = new Map<
    string,
    { files: number; refused: number; unjudged: number; changed: number; failed: number }
  >();
  for (const [index, { file, addition }] of cases.entries()) {
    const [earlier, later] = [before[index], after[index]];
    if (earlier === undefined || later === undefined) throw new Error('DSS gave too few answers.');
    const count = counts.get(file.format) ?? { files: 0, refused: 0, unjudged: 0, changed: 0, failed: 0 };
    counts.set(file.format, count);
    count.files++;
    if ('refusal' in addition) {
      count.refused++;
      console.log(`refused  ${file.id} ${path.basename(file.path)}: ${addition.refusal}`);
      continue;
    }
    if (!isGoodBefore(earlier)) {
      count.unjudged++;
      console.log(`unjudged ${file.id} ${path.basename(file.path)}: DSS did not take it as it was`);
      continue;
    }
    const { changed, added } = compareVerdicts(earlier, later, `Signer signer-${KEYS[index % KEYS.length] ?? ''}`);
    if (changed.length > 0) count.changed++;
    if (added !== null) count.failed++;
    for (const text of [...changed, ...(added === null ? [] : [`ours: ${added}`])]) {
      console.log(`FAIL     ${file.id} ${path.basename(file.path)} (${addition.operation}): ${text}`);
    }
  }
  for (const [format, { files, refused, unjudged, changed, failed }] of counts) {
    const signed = files - refused - unjudged;
    console.log(
      `${format.padEnd(8)}${signed} of ${files} signed and judged (${refused} refused, ${unjudged} not judged before); earlier verdicts kept ${signed - changed}, ours passed ${signed - failed}`,
    );
  }
  return [...counts.values()].every(({ changed, failed }) => changed + failed === 0);
}
