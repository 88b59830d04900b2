import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Certificate } from '../../../service/codecs/x509/certificate.ts';
import { verifyDocument } from '../../../service/verification/verify-document.ts';
import { isUnknownKind } from '../../../service/verification/report.ts';
import type { TrustMaterial, VerificationOutcome } from '../../../service/verification/verification.ts';
import type { CaseScore, CorpusPart } from '../corpus-part.ts';
import { describeDssVerdict, readDssVerdicts, type DssVerdict } from './dss-verdicts.ts';
import { embeddedCertificates, topCertificates } from './embedded-certificates.ts';
import {
  levelsByForm,
  levelsOfDss,
  levelsReached,
  provenLevelsOfDss,
  timestampsFound,
  timestampsOfDss,
} from './lasting-as-dss.ts';
import { readVerifyManifest, type VerifyLine } from './verify-manifest.ts';

const RIGHT = 'arithmetic right';
const NOT_INVALID = 'intact not INVALID';
const BROKEN = 'broken not called intact';
const NEVER_VALID = 'never VALID';
const LEVEL = 'level as DSS';
const PROVEN_LEVEL = 'the same, its timestamps good';
const FORM = 'level by form as DSS';
const TIMESTAMPS = 'timestamps as DSS';

const NO_TRUST: TrustMaterial = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };

type Verdicts = ReadonlyMap<string, DssVerdict>;

let dssVerdicts: Verdicts | undefined;

/** Signed documents of other makers: what their arithmetic is, and what must never be said of them. */
export const verifyPart: CorpusPart = {
  name: 'verify',
  measures: [
    { name: RIGHT, goal: 0.99, floor: 0.95 },
    { name: NOT_INVALID, goal: 0.99, floor: 0.97 },
    { name: BROKEN, goal: 1, floor: 1 },
    { name: NEVER_VALID, goal: 1, floor: 0.99 },
    { name: LEVEL, goal: 0.97, floor: 0.9 },
    { name: PROVEN_LEVEL, goal: 0.97, floor: 0.95 },
    { name: FORM, goal: 0.97, floor: 0.95 },
    { name: TIMESTAMPS, goal: 0.97, floor: 0.9 },
  ],
  cases(folder) {
    const verdicts = readDssVerdicts(folder);
    return readVerifyManifest(folder).map((line) => ({
      id: line.id,
      group: line.format,
      about: `${line.class}: ${line.why} [${path.basename(line.file)}]`,
      measures: measuresOf(line, verdicts.get(line.id)),
    }));
  },
  open(folder) {
    const lines = new Map(readVerifyManifest(folder).map((line) => [line.id, line]));
    const verdicts = readDssVerdicts(folder);
    return {
      try: (id) => tryDocument(folder, lineOf(lines, id), verdicts.get(id)),
      dispose: () => undefined,
    };
  },
  remark(folder, id) {
    dssVerdicts ??= readDssVerdicts(folder);
    const verdict = dssVerdicts.get(id);
    return verdict === undefined ? null : `DSS ${describeDssVerdict(verdict)}`;
  },
};

function lineOf(lines: ReadonlyMap<string, VerifyLine>, id: string): VerifyLine {
  const line = lines.get(id);
  if (line === undefined) throw new Error(`No line has the id ${id}.`);
  return line;
}

function measuresOf({ expect, core }: VerifyLine, dss: DssVerdict | undefined): string[] {
  const document = dss?.document ?? null;
  return [
    ...(core && expect.crypto !== null ? [RIGHT] : []),
    ...(core && expect.crypto === true && !expect.never_valid ? [NOT_INVALID] : []),
    ...(core && expect.crypto === false ? [BROKEN] : []),
    ...(expect.never_valid ? [NEVER_VALID] : []),
    // Of a broken one DSS names the level that it looks like.
    ...(expect.crypto !== false && document !== null && levelsOfDss(document) !== null ? [LEVEL, FORM] : []),
    ...(expect.crypto !== false && document !== null && provenLevelsOfDss(document) !== null ? [PROVEN_LEVEL] : []),
    ...(document !== null && timestampsOfDss(document) !== null ? [TIMESTAMPS] : []),
  ];
}

/** Without trust at the present time, then with what the document brings along, when it says it was signed, and now. */
async function tryDocument(folder: string, line: VerifyLine, dss: DssVerdict | undefined): Promise<CaseScore> {
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
  const trustedNow = await judge(trust, now);
  return score(line, stranger, [await judge(trust, then), trustedNow], { dss, trustedNow });
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

/** What DSS said, which was given the certificates of the document as anchors and no other time than now, too. */
interface Compared {
  readonly dss: DssVerdict | undefined;
  readonly trustedNow: VerificationOutcome;
}

function score(
  line: VerifyLine,
  stranger: VerificationOutcome,
  trusted: readonly VerificationOutcome[],
  { dss, trustedNow }: Compared,
): CaseScore {
  const lasting = compareLasting(dss?.document ?? null, trustedNow);
  const all = [stranger, ...trusted];
  const isIntact = saysIntact(stranger);
  const results: Readonly<Record<string, boolean>> = {
    [RIGHT]: isIntact === line.expect.crypto,
    [NOT_INVALID]: all.every(({ overallStatus }) => overallStatus !== 'INVALID'),
    [BROKEN]: !isIntact,
    [NEVER_VALID]: all.every(({ overallStatus }) => overallStatus !== 'VALID'),
    [LEVEL]: lasting.levels === null,
    [PROVEN_LEVEL]: lasting.levels === null,
    [FORM]: lasting.forms === null,
    [TIMESTAMPS]: lasting.timestamps === null,
  };
  return {
    measures: Object.fromEntries(measuresOf(line, dss).map((name) => [name, results[name] === true])),
    says: [
      describe(stranger),
      ...trusted.map(({ overallStatus, reasonCodes }) => `${overallStatus} ${reasonCodes.join(',')}`),
      ...[lasting.levels, lasting.forms, lasting.timestamps].filter((text) => text !== null),
    ].join(' | '),
    facts: { expect: line.expect, core: line.core, stranger: brief(stranger), trusted: trusted.map(brief) },
  };
}

/** Where levels and timestamps are told otherwise than DSS tells them, in words. DSS names levels by form. */
function compareLasting(
  document: DssVerdict['document'] | null,
  ours: VerificationOutcome,
): { levels: string | null; forms: string | null; timestamps: string | null } {
  const differ = (what: string, theirs: readonly string[] | null, own: readonly string[]): string | null =>
    theirs === null || theirs.join() === own.join() ? null : `${what} ${own.join()}, DSS ${theirs.join()}`;
  if (document === null || document === undefined) {
    return { levels: null, forms: null, timestamps: null };
  }
  return {
    levels: differ('levels', levelsOfDss(document), levelsReached(ours)),
    forms: differ('levels by form', levelsOfDss(document), levelsByForm(ours)),
    timestamps: differ('timestamps', timestampsOfDss(document), timestampsFound(ours)),
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
      profileByForm: finding.profileByForm,
    })),
  };
}
