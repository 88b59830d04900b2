import { describe, expect, it } from 'vitest';
import type { VerificationOutcome } from '../../service/verification/verification.ts';
import { authority as issuingAuthority } from '../../service/verification/certificate-path/issued-certificates.suite.ts';
import { makeTsa, otherRoot, valid } from '../../service/verification/timestamps/timestamping.suite.ts';
import * as kit from './lasting-files.suite.ts';

const BEFORE = '2026-06-01';
const AFTER = '2026-08-01';
/** Of the station: nothing is known against the authority, and the signer was revoked in July, as its last list says. */
const authorities = kit.authoritiesList('2030-05-30');
const revoked = kit.signersList('2026-12-20', true);
/** In the file: of after the timestamp and before the revocation, of after both, and of long before. */
const goodList = kit.signersList('2026-06-15', false);
const revokedList = kit.signersList('2026-07-02', true);
const staleList = kit.signersList('2026-02-01', false);
const authoritiesThen = kit.authoritiesList('2026-06-15');
const authoritiesLater = kit.authoritiesList('2028-05-30');

const foreignRoot = issuingAuthority('Foreign Root', null, null, { changes: valid('2015-01-01', '2045-01-01') });
const foreign = makeTsa('Foreign', foreignRoot);
const ended = makeTsa('Ended', otherRoot, true, { changes: valid('2020-01-01', '2029-01-01') });

interface Row extends kit.Making {
  readonly what: string;
  /** Lists of the station beside the one of authorities. */
  readonly known?: readonly Uint8Array[];
}

const VALID_ROWS: readonly Row[] = [
  { what: 'T, stamped before', level: 'T', stamped: BEFORE, known: [revoked] },
  { what: 'LT, stamped before', level: 'LT', stamped: BEFORE, crls: [goodList, authoritiesThen], known: [revoked] },
  { what: 'LT, that nothing else is known about', level: 'LT', stamped: BEFORE, crls: [goodList, authoritiesThen] },
  {
    ...{ what: 'LT, stamped before, whose own list says so', level: 'LT', stamped: BEFORE },
    crls: [revokedList, authoritiesThen],
  },
  { what: 'LTA, stamped before', level: 'LTA', stamped: BEFORE, crls: [goodList, authoritiesThen], known: [revoked] },
  {
    ...{ what: 'LTA, whose first authority has ended since', level: 'LTA', stamped: BEFORE, by: ended },
    ...{ archivedBy: kit.authority, archived: '2028-06-01', crls: [goodList, authoritiesLater], known: [revoked] },
  },
];

const OPEN_ROWS: readonly (Row & { readonly reason: string })[] = [
  { what: 'B', level: 'B', known: [revoked], reason: 'CERT_REVOKED' },
  { what: 'T, stamped after', level: 'T', stamped: AFTER, known: [revoked], reason: 'CERT_REVOKED' },
  {
    ...{ what: 'LT, stamped after, as its own list says', level: 'LT', stamped: AFTER },
    ...{ crls: [revokedList, authoritiesThen], reason: 'CERT_REVOKED' },
  },
  {
    ...{ what: 'LT, stamped after, with an older list', level: 'LT', stamped: AFTER, known: [revoked] },
    ...{ crls: [goodList, authoritiesThen], reason: 'CERT_REVOKED' },
  },
  {
    ...{ what: 'LTA, stamped after', level: 'LTA', stamped: AFTER, archived: '2026-08-10', known: [revoked] },
    ...{ crls: [revokedList, authoritiesThen], reason: 'CERT_REVOKED' },
  },
  { what: 'T, by a foreign authority', level: 'T', by: foreign, known: [revoked], reason: 'TIMESTAMP_UNTRUSTED' },
  { what: 'LT without a list', level: 'LT', crls: [authoritiesThen], reason: 'REVOCATION_DATA_MISSING' },
  { what: 'LT with a stale list', level: 'LT', crls: [staleList, authoritiesThen], reason: 'REVOCATION_DATA_STALE' },
];

describe.each(kit.FILE_KINDS)('a signature in $format $packaging $containerSignature', (kind) => {
  const judge = (bytes: Uint8Array, known: readonly Uint8Array[] = []): Promise<VerificationOutcome> =>
    kit.judge(kind, bytes, [authorities, ...known]);

  it.each(VALID_ROWS)('is VALID though revoked since: $what', async ({ known, ...making }) => {
    const report = await judge((await kit.makeFile(kind, making)).bytes, known);
    expect(report).toMatchObject({ overallStatus: 'VALID' });
    expect(report.signatures[0]).toMatchObject({
      ...{ profileReached: making.level, bestSignatureTime: kit.day(BEFORE).toISOString() },
    });
    expect(report.reasonCodes).toContain('CERT_VALID_AT_PROVEN_TIME');
  });

  it.each(OPEN_ROWS)('is INDETERMINATE: $what', async ({ known, reason, ...making }) => {
    const report = await judge((await kit.makeFile(kind, making)).bytes, known);
    expect(report).toMatchObject({ overallStatus: 'INDETERMINATE', signature: { cryptoValid: true } });
    expect(reasonsOf(report)).toContain(reason);
  });

  it('is INDETERMINATE where the authority was revoked for a lost key', async () => {
    const { bytes } = await kit.makeFile(kind, { level: 'T' });
    const list = kit.authoritiesList('2030-05-30', [kit.authority]);
    expect(await kit.judge(kind, bytes, [authorities, revoked])).toMatchObject({ overallStatus: 'VALID' });
    expect(await kit.judge(kind, bytes, [list, revoked])).toMatchObject({ overallStatus: 'INDETERMINATE' });
  });

  it('is INDETERMINATE where the timestamp is of other bytes', async () => {
    const file = await kit.makeFile(kind, { level: 'T' });
    const other = kit.tokenOfOtherBytes(file, 0, BEFORE);
    const report = await judge(await kit.withTokenExchanged(file, 0, other), [revoked]);
    expect(report.overallStatus).toBe('INDETERMINATE');
    expect(report.signatures[0]).toMatchObject({ profileReached: 'B', bestSignatureTime: null });
    expect(reasonsOf(report)).toEqual(expect.arrayContaining(['TIMESTAMP_INVALID', 'CERT_REVOKED']));
  });

  it('is INDETERMINATE where the archive timestamp is of other bytes, and the first authority has ended', async () => {
    const archived = '2028-06-01';
    const lists = { crls: [goodList, authoritiesLater] };
    const file = await kit.makeFile(kind, { level: 'LTA', by: ended, archivedBy: kit.authority, archived, ...lists });
    expect(await judge(file.bytes, [revoked])).toMatchObject({ overallStatus: 'VALID' });
    const other = kit.tokenOfOtherBytes(file, 1, archived);
    const report = await judge(await kit.withTokenExchanged(file, 1, other), [revoked]);
    expect(report.overallStatus).toBe('INDETERMINATE');
    expect(report.signatures[0]).toMatchObject({ bestSignatureTime: null });
    expect(reasonsOf(report)).toContain('TIMESTAMP_INVALID');
  });

  it('is INDETERMINATE once its evidence was taken out, and not LTA where an archive timestamp is over that', async () => {
    const lists = { crls: [goodList, authoritiesThen] };
    const long = await kit.makeFile(kind, { level: 'LT', ...lists });
    const report = await judge(await kit.withoutEvidence(kind, long));
    expect(report).toMatchObject({ overallStatus: 'INDETERMINATE', signatures: [{ profileReached: 'T' }] });
    expect(reasonsOf(report)).toContain('REVOCATION_DATA_MISSING');
    const archive = await judge(await kit.withoutEvidence(kind, await kit.makeFile(kind, { level: 'LTA', ...lists })));
    expect(archive.overallStatus).not.toBe('VALID');
    expect(['B', 'T']).toContain(archive.signatures[0]?.profileReached);
    expect(reasonsOf(archive)).toContain('TIMESTAMP_INVALID');
  });
});

function reasonsOf(report: VerificationOutcome): readonly string[] {
  return [
    ...report.reasonCodes,
    ...report.signatures.flatMap((one) => [...one.reasonCodes, ...one.certificate.reasonCodes]),
    ...(report.timestamps ?? []).flatMap((one) => one.reasonCodes),
  ];
}
