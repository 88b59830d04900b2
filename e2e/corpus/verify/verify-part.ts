import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Certificate } from '../../../service/codecs/x509/certificate.ts';
import { verifyDocument } from '../../../service/verification/verify-document.ts';
import { isUnknownKind } from '../../../service/verification/report.ts';
import type { TrustMaterial, VerificationOutcome } from '../../../service/verification/verification.ts';
import type { CaseScore, CorpusPart } from '../corpus-part.ts';
import { readDssVerdicts } from './dss-verdicts.ts';
import { embeddedCertificates, topCertificates } from './embedded-certificates.ts';
import { readVerifyManifest, type VerifyLine } from './verify-manifest.ts';

const RIGHT = 'arithmetic right';
const NOT_INVALID = 'intact not INVALID';
const BROKEN = 'broken not called intact';
const NEVER_VALID = 'never VALID';

const NO_TRUST: TrustMaterial = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };

let dssVerdicts: ReadonlyMap<string, string> | undefined;

/** Signed documents of other makers: what their arithmetic is, and what must never be said of them. */
export const verifyPart: CorpusPart = {
  name: 'verify',
  measures: [
    { name: RIGHT, goal: 0.99, floor: 0.95 },
    { name: NOT_INVALID, goal: 0.99, floor: 0.97 },
    { name: BROKEN, goal: 1, floor: 1 },
    { name: NEVER_VALID, goal: 1, floor: 0.99 },
  ],
  cases: (folder) =>
    readVerifyManifest(folder).map((line) => ({
      id: line.id,
      group: line.format,
      about: `${line.class}: ${line.why} [${path.basename(line.file)}]`,
      measures: measuresOf(line),
    })),
  open(folder) {
    const lines = new Map(readVerifyManifest(folder).map((line) => [line.id, line]));
    return {
      try: (id) => tryDocument(folder, lineOf(lines, id)),
      dispose: () => undefined,
    };
  },
  remark(folder, id) {
    dssVerdicts ??= readDssVerdicts(folder);
    return dssVerdicts.get(id) ?? null;
  },
};

function lineOf(lines: ReadonlyMap<string, VerifyLine>, id: string): VerifyLine {
  const line = lines.get(id);
  if (line === undefined) throw new Error(`No line has the id ${id}.`);
  return line;
}

function measuresOf({ expect, core }: VerifyLine): string[] {
  return [
    ...(core && expect.crypto !== null ? [RIGHT] : []),
    ...(core && expect.crypto === true && !expect.never_valid ? [NOT_INVALID] : []),
    ...(core && expect.crypto === false ? [BROKEN] : []),
    ...(expect.never_valid ? [NEVER_VALID] : []),
  ];
}

/** Without trust at the present time, then with what the document brings along, when it says it was signed, and now. */
async function tryDocument(folder: string, line: VerifyLine): Promise<CaseScore> {
  const document = readFileSync(path.join(folder, line.file));
  const [original] = line.detached.map((file) => readFileSync(path.join(folder, file)));
  const judge = (trust: TrustMaterial, at: Date): Promise<VerificationOutcome> =>
    verifyDocument({
      format: line.format,
      document: { kind: 'bytes', bytes: new Uint8Array(document) },
      original: original === undefined ? null : { kind: 'bytes', bytes: new Uint8Array(original) },
      trust,
      revocationMode: 'SoftFail',
      at,
    });
  const now = new Date();
  const stranger = await judge(NO_TRUST, now);
  const certificates = embeddedCertificates(document);
  const trust = trustOf(certificates);
  const then = signingTimeOf(stranger, now);
  const trusted = [await judge(trust, then), await judge(trust, now)];
  return score(line, stranger, trusted);
}

function trustOf(certificates: readonly Certificate[]): TrustMaterial {
  const ders = (list: readonly Certificate[]): Uint8Array[] => list.map(({ der }) => der);
  return { ...NO_TRUST, trustAnchors: ders(topCertificates(certificates)), intermediates: ders(certificates) };
}

/** When the document says it was signed, else a day after its signer's certificate began, else now. */
function signingTimeOf({ signatures }: VerificationOutcome, now: Date): Date {
  const claimed = signatures.map(({ claimedSigningTime }) => claimedSigningTime).filter((time) => time !== null);
  const latest = claimed.sort().at(-1);
  if (latest !== undefined) return new Date(latest);
  const begun = signatures.map(({ certificate }) => certificate.notBefore).find((time) => time !== null);
  return begun === undefined ? now : new Date(Date.parse(begun) + 86_400_000);
}

function score(line: VerifyLine, stranger: VerificationOutcome, trusted: readonly VerificationOutcome[]): CaseScore {
  const all = [stranger, ...trusted];
  const isIntact = saysIntact(stranger);
  const results: Readonly<Record<string, boolean>> = {
    [RIGHT]: isIntact === line.expect.crypto,
    [NOT_INVALID]: all.every(({ overallStatus }) => overallStatus !== 'INVALID'),
    [BROKEN]: !isIntact,
    [NEVER_VALID]: all.every(({ overallStatus }) => overallStatus !== 'VALID'),
  };
  return {
    measures: Object.fromEntries(measuresOf(line).map((name) => [name, results[name] === true])),
    says: [
      describe(stranger),
      ...trusted.map(({ overallStatus, reasonCodes }) => `${overallStatus} ${reasonCodes.join(',')}`),
    ].join(' | '),
    facts: { expect: line.expect, core: line.core, stranger: brief(stranger), trusted: trusted.map(brief) },
  };
}

/** Of all signatures that are judged, and of the one that stands for the document. */
function saysIntact({ signature, signatures }: VerificationOutcome): boolean {
  const judged = signatures.filter((finding) => !isUnknownKind(finding));
  return signature.cryptoValid && judged.every((finding) => finding.signature.cryptoValid);
}

function describe(outcome: VerificationOutcome): string {
  const arithmetic = saysIntact(outcome) ? 'intact' : 'NOT intact';
  const perSignature = outcome.signatures.map(
    ({ name, status, signature, reasonCodes }) =>
      `${name}: ${status} ${signature.cryptoValid ? 'intact' : 'NOT intact'} ${reasonCodes.join(',')}`,
  );
  const detail = outcome.detail === null ? '' : ` (${outcome.detail})`;
  return `${outcome.overallStatus} ${arithmetic} ${outcome.reasonCodes.join(',')}${detail} {${perSignature.join('; ')}}`;
}

function brief({ overallStatus, reasonCodes, detail, signature, signatures }: VerificationOutcome): object {
  return {
    overallStatus,
    reasonCodes,
    detail,
    cryptoValid: signature.cryptoValid,
    signatures: signatures.map(({ certificate: { reasonCodes: ofCertificate }, ...finding }) => ({
      name: finding.name,
      status: finding.status,
      cryptoValid: finding.signature.cryptoValid,
      reasonCodes: finding.reasonCodes,
      ofCertificate,
      detail: finding.detail,
      profileReached: finding.profileReached,
    })),
  };
}
