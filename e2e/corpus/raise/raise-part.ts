import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StationError } from '../../../service/domain/station-error.ts';
import type { VerificationOutcome } from '../../../service/verification/verification.ts';
import { verifyDocument } from '../../../service/verification/verify-document.ts';
import { createEngines } from '../../../worker/engines/engines.ts';
import type { LevelServices } from '../../../worker/engines/level-services.ts';
import { makeTestCa } from '../../actors/ca/make-test-ca.ts';
import { localLevelServices } from '../../actors/levels/local-level-services.ts';
import type { CaseScore, CorpusPart } from '../corpus-part.ts';
import { readVerifyManifest, type VerifyLine } from '../verify/verify-manifest.ts';

const RAISED = 'raised to T and LTA';
const HOLDS = 'nothing became broken';

const NO_TRUST = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };

/**
 * Intact signatures of other makers, raised by the engines with an authority of the tests: what was intact is so still, and
 * each timestamp that is added holds. There is no evidence about their signers, so that their level is not asked.
 */
export const raisePart: CorpusPart = {
  name: 'raise',
  measures: [
    { name: RAISED, goal: 0.95, floor: 0.92 },
    { name: HOLDS, goal: 1, floor: 1 },
  ],
  cases: (folder) =>
    intactLines(folder).map(({ id, format, why, file }) => ({
      ...{ id, group: format, about: `${why} [${path.basename(file)}]`, measures: [RAISED, HOLDS] },
    })),
  open(folder) {
    const lines = new Map(intactLines(folder).map((line) => [line.id, line]));
    const work = mkdtempSync(path.join(tmpdir(), 'station-corpus-'));
    const ca = makeTestCa(path.join(work, 'ca'));
    ca.renewCrls();
    const services = localLevelServices(ca);
    return {
      try(id) {
        const line = lines.get(id);
        if (line === undefined) throw new Error(`No line has the id ${id}.`);
        return tryRaising(line, folder, work, services);
      },
      dispose: () => rmSync(work, { recursive: true, force: true }),
    };
  },
};

function intactLines(folder: string): VerifyLine[] {
  return readVerifyManifest(folder).filter(({ core, expect }) => core && expect.crypto === true);
}

async function tryRaising(line: VerifyLine, folder: string, work: string, services: LevelServices): Promise<CaseScore> {
  const [detached] = line.detached;
  const original = detached === undefined ? null : path.join(folder, detached);
  const content = original === null ? null : documentAt(original);
  const task = { content, before: null, hash: 'SHA-256', at: new Date(), services } as const;
  let inputPath = path.join(folder, line.file);
  const before = await judge(line, inputPath, original);
  for (const level of ['T', 'LTA'] as const) {
    const outputPath = path.join(work, `${line.id}-${level}`);
    try {
      await createEngines()[line.format].extend({ ...task, inputPath, outputPath, level });
    } catch (error) {
      if (!(error instanceof StationError)) throw error;
      return { measures: { [RAISED]: false, [HOLDS]: true }, says: `refused at ${level}: ${error.message}`, facts: {} };
    }
    inputPath = outputPath;
  }
  const after = await judge(line, inputPath, original);
  const [was, is] = [brokenIn(before), brokenIn(after)];
  return {
    measures: { [RAISED]: true, [HOLDS]: is.length <= was.length },
    says: is.length === 0 ? 'raised' : `raised; broken: ${is.join(', ')}; before: ${was.join(', ')}`,
    facts: {},
  };
}

function documentAt(file: string): { path: string; size: number; originalFileName: string } {
  return { path: file, size: statSync(file).size, originalFileName: path.basename(file) };
}

function judge({ format }: VerifyLine, file: string, original: string | null): Promise<VerificationOutcome> {
  return verifyDocument({
    ...{ format, document: { kind: 'file', path: file } },
    original: original === null ? null : { kind: 'file', path: original },
    ...{ trust: NO_TRUST, revocationMode: 'Offline', at: new Date() },
  });
}

/** Signatures and timestamps that do not hold. */
function brokenIn({ signatures, timestamps = [] }: VerificationOutcome): string[] {
  const all = [...signatures.flatMap((finding) => finding.timestamps ?? []), ...timestamps];
  return [
    ...signatures.filter(({ signature }) => !signature.cryptoValid).map(({ name }) => name),
    ...all.filter(({ isIntact }) => !isIntact).map(({ kind }) => kind),
  ];
}
