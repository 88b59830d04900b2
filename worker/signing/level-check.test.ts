import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { SignatureProfile } from '../../service/contract/vocabulary/signature-formats.ts';
import { indeterminate } from '../../service/verification/fault.ts';
import { NO_SIGNATURE, reportWithoutSignature } from '../../service/verification/report.ts';
import * as kit from '../engines/lasting-files.suite.ts';
import { checkLevel, reaches, requireJudged } from './level-check.ts';

/*
 * What an engine has raised is judged by the product's own verifier before it is handed out. Every kind of file is spoiled
 * here in each way that a level could be untrue: it stayed below, its evidence is gone, a token is of other bytes, or its
 * value is wrong.
 */

const folder = mkdtempSync(path.join(tmpdir(), 'level-check-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CRLS = [kit.signersList('2026-06-08', false), kit.authoritiesList('2026-06-08')];
const makings = {
  B: { level: 'B' },
  T: { level: 'T', stamped: '2026-06-01' },
  LT: { level: 'LT', stamped: '2026-06-01', crls: CRLS },
  LTA: { level: 'LTA', stamped: '2026-06-01', archived: '2026-06-10', crls: CRLS },
} as const satisfies Record<SignatureProfile, kit.Making>;

const thumbprint = createHash('sha1').update(kit.signer.der).digest('hex').toUpperCase();

function check(
  kind: kit.FileKind,
  profile: SignatureProfile,
  bytes: Uint8Array,
  of = thumbprint,
): Promise<Date | null> {
  const file = path.join(folder, 'raised');
  writeFileSync(file, bytes);
  const contentPath = kind.packaging === 'detached' ? path.join(folder, 'content') : null;
  if (contentPath !== null) writeFileSync(contentPath, kit.contentOf(kind));
  const proven = { trustAnchors: kit.ANCHORS, intermediates: [], crls: [], ocspResponses: [] };
  const at = new Date('2026-06-11T00:00:00Z');
  const requireNothingWorse = (): Promise<void> => Promise.resolve();
  const raised = { format: kind.format, path: file, contentPath, at, proven, requireNothingWorse };
  return checkLevel({ ...raised, profile, thumbprint: of });
}

const refused = { name: 'StationError', code: 'SIGNING_OPERATION_FAILED' };
const nameOf = ({ format, packaging, containerSignature }: kit.FileKind): string =>
  [format, packaging ?? containerSignature].join(' ');

it('a file whose check takes too much work is said to be one, not to have lost its signatures', () => {
  const at = new Date();
  const beyond = reportWithoutSignature('PAdES', [indeterminate('VERIFICATION_WORK_EXCEEDED')], at);
  expect(() => requireJudged(beyond)).toThrow(expect.objectContaining({ code: 'SIGNING_OPERATION_FAILED' }) as Error);
  expect(() => requireJudged(beyond)).toThrow(/takes more work than one document may cost/);
  const unsigned = reportWithoutSignature('PAdES', [indeterminate('SIG_NOT_FOUND')], at);
  expect(() => requireJudged(unsigned)).not.toThrow();
});

it('a signature whose value is wrong reaches no level, whatever its form is', () => {
  const finding = (cryptoValid: boolean, profileReached: SignatureProfile | null) => ({
    signature: { ...NO_SIGNATURE, cryptoValid },
    profileReached,
  });
  expect(reaches(finding(true, 'LT'), 'T')).toBe(true);
  expect(reaches(finding(true, 'LT'), 'LT')).toBe(true);
  expect(reaches(finding(true, 'LT'), 'LTA')).toBe(false);
  expect(reaches(finding(true, null), 'B')).toBe(false);
  expect(reaches(finding(false, 'LTA'), 'B')).toBe(false);
});

describe.each(kit.FILE_KINDS.map((kind) => [nameOf(kind), kind] as const))('what is handed out of %s', (_, kind) => {
  it.each(['T', 'LT', 'LTA'] as const)(
    'at %s is of that level, and by the certificate that was chosen',
    async (level) => {
      const { bytes } = await kit.makeFile(kind, makings[level]);
      await check(kind, level, bytes);
      await expect(check(kind, level, bytes, 'F'.repeat(40))).rejects.toMatchObject(refused);
    },
  );

  it.each([
    ['T', 'B'],
    ['LT', 'T'],
    ['LTA', 'LT'],
  ] as const)('at %s is nothing that stayed at %s', async (level, below) => {
    const { bytes } = await kit.makeFile(kind, makings[below]);
    await expect(check(kind, level, bytes)).rejects.toMatchObject(refused);
  });

  it.each(['T', 'LT', 'LTA'] as const)('at %s has no timestamp of other bytes', async (level) => {
    const file = await kit.makeFile(kind, makings[level]);
    const spoiled = await kit.withTokenExchanged(file, 0, kit.tokenOfOtherBytes(file, 0, '2026-06-01'));
    await expect(check(kind, level, spoiled)).rejects.toMatchObject(refused);
  });

  it('at LTA has no archive timestamp of other bytes', async () => {
    const file = await kit.makeFile(kind, makings.LTA);
    const spoiled = await kit.withTokenExchanged(file, 1, kit.tokenOfOtherBytes(file, 1, '2026-06-10'));
    await expect(check(kind, 'LTA', spoiled)).rejects.toMatchObject(refused);
  });

  it('at LT has its evidence', async () => {
    const spoiled = await kit.withoutEvidence(kind, await kit.makeFile(kind, makings.LT));
    await expect(check(kind, 'LT', spoiled)).rejects.toMatchObject(refused);
  });

  it.each(['B', 'T', 'LT', 'LTA'] as const)('at %s holds a value that is right', async (level) => {
    const spoiled = await kit.withWrongValue(await kit.makeFile(kind, makings[level]));
    await expect(check(kind, level, spoiled)).rejects.toMatchObject(refused);
  });
});
