import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { SIGNATURE_FORMATS, SignatureFormat } from '../../../service/contract/vocabulary/signature-formats.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import type { SignatureFinding } from '../../../service/contract/http/verification.ts';
import type { TrustMaterial, VerificationOutcome } from '../../../service/verification/verification.ts';
import { verifyDocument } from '../../../service/verification/verify-document.ts';
import { makeTestCa, type TestCa } from '../../actors/ca/make-test-ca.ts';
import { signBytes, softwareSignerOf, type SoftwareSigner } from '../../actors/engines/sign-with-engine.ts';
import type { CaseRunner, CaseScore, CorpusPart } from '../corpus-part.ts';
import { readManifest } from '../read-manifest.ts';

const AS_EXPECTED = 'signed or refused as expected';
const OWN_VALID = 'own signature VALID';
const EARLIER_KEPT = 'earlier verdicts kept';

/** `sign-or-400`: signed, or refused because of the name, before any work. */
const Expected = z.enum(['sign', 'refuse', 'either', 'sign-or-400']);
type Expected = z.infer<typeof Expected>;

const SignLine = z.object({
  id: z.string(),
  media: z.string(),
  category: z.string(),
  why: z.string(),
  expected: z.partialRecord(SignatureFormat, Expected),
  file: z.string(),
});

interface SignCase {
  readonly id: string;
  readonly format: SignatureFormat;
  readonly expected: Expected;
  readonly about: string;
  readonly file: string;
}

/** Documents to be signed: each by the engine of each format it is meant for, the output judged by our own verifier. */
export const signPart: CorpusPart = {
  name: 'sign',
  measures: [
    { name: AS_EXPECTED, goal: 1, floor: 0.98 },
    { name: OWN_VALID, goal: 1, floor: 0.98 },
    { name: EARLIER_KEPT, goal: 1, floor: 1 },
  ],
  cases: (folder) =>
    readCases(folder).map(({ id, format, expected, about }) => ({
      id,
      group: format,
      about,
      measures: expected === 'sign' ? [AS_EXPECTED, OWN_VALID, EARLIER_KEPT] : [AS_EXPECTED],
    })),
  open(folder) {
    const cases = new Map(readCases(folder).map((one) => [one.id, one]));
    const work = mkdtempSync(path.join(tmpdir(), 'station-corpus-'));
    return signRunner(folder, cases, makeTestCa(path.join(work, 'ca')), work);
  },
};

function readCases(folder: string): SignCase[] {
  return readManifest(folder, 'sign.jsonl', SignLine).flatMap(({ id, file, category, why, expected }) =>
    SIGNATURE_FORMATS.flatMap((format) => {
      const wanted = expected[format];
      if (wanted === undefined) return [];
      const about = `${wanted}; ${category}: ${why} [${path.basename(file)}]`;
      return [{ id: `${id}-${format}`, format, expected: wanted, about, file }];
    }),
  );
}

function signRunner(folder: string, cases: ReadonlyMap<string, SignCase>, ca: TestCa, work: string): CaseRunner {
  const signer = softwareSignerOf(ca, 'p-256');
  const trust: TrustMaterial = {
    trustAnchors: [ca.trustAnchor],
    intermediates: [],
    crls: ca.crls(),
    ocspResponses: [],
  };
  return {
    try(id) {
      const one = cases.get(id);
      if (one === undefined) throw new Error(`No case has the id ${id}.`);
      return trySigning(one, readFileSync(path.join(folder, one.file)), signer, trust);
    },
    dispose: () => rmSync(work, { recursive: true, force: true }),
  };
}

async function trySigning(
  one: SignCase,
  document: Uint8Array,
  signer: SoftwareSigner,
  trust: TrustMaterial,
): Promise<CaseScore> {
  const { format, expected } = one;
  let output: Uint8Array;
  try {
    output = await signBytes(document, path.basename(one.file), signer, { format });
  } catch (error) {
    if (!(error instanceof StationError)) throw error;
    return refusal(expected, error);
  }
  const before = await judge(format, document, trust);
  const after = await judge(format, output, trust);
  const own = after.signatures.filter(({ signature }) => signature.signerSubject.includes('Signer signer-p-256'));
  const isOwnValid = own.length === 1 && own[0]?.status === 'VALID';
  const worse = before.signatures.filter((finding) => isWorse(finding, after));
  const measures: Record<string, boolean> = { [AS_EXPECTED]: expected !== 'refuse' };
  if (expected === 'sign') {
    measures[OWN_VALID] = isOwnValid;
    measures[EARLIER_KEPT] = worse.length === 0;
  }
  const codes = after.signatures.map(({ name, status, reasonCodes }) => `${name}: ${status} ${reasonCodes.join(',')}`);
  const says = `signed; ${after.overallStatus} ${after.reasonCodes.join(',')} (${after.detail ?? ''}) {${codes.join('; ')}}`;
  return { measures, says, facts: { worse: worse.map(({ name, status }) => ({ name, status })) } };
}

function refusal(expected: Expected, error: StationError): CaseScore {
  const measures: Record<string, boolean> = { [AS_EXPECTED]: expected !== 'sign' };
  if (expected === 'sign') {
    measures[OWN_VALID] = false;
    measures[EARLIER_KEPT] = true;
  }
  return { measures, says: `refused: ${error.code} ${error.message}`, facts: { kind: error.kind } };
}

function judge(format: SignatureFormat, document: Uint8Array, trust: TrustMaterial): Promise<VerificationOutcome> {
  return verifyDocument({
    format,
    document: { kind: 'bytes', bytes: document },
    original: null,
    trust,
    revocationMode: 'Offline',
    at: new Date(),
  });
}

const RANK = { VALID: 0, INDETERMINATE: 1, INVALID: 2 } as const;

/** Only where document and output are of one format can an earlier signature be found again, by its name. */
function isWorse(earlier: SignatureFinding, after: VerificationOutcome): boolean {
  const same = after.signatures.find(({ name }) => name === earlier.name);
  return same !== undefined && RANK[same.status] > RANK[earlier.status];
}
