import { describe, expect, it } from 'vitest';
import type { SignatureFinding } from '../../service/contract/http/verification.ts';
import { reportTexts } from '../messages/en/report-texts.ts';
import { timeTexts } from '../messages/en/verification-texts.ts';
import { reportWords } from './report-words.ts';

const said = (text: string): string => text;
const { cryptoWords } = reportWords({
  ...{ report: reportTexts, times: timeTexts },
  ...{ formatDate: said, formatDateTime: said, station: said },
});

type Case = [SignatureFinding['status'], ...SignatureFinding['reasonCodes']];

/** What is said of a signature whose value or digest was not found to be right. */
function wordsFor(...[status, ...reasonCodes]: Case): string {
  const certificate: SignatureFinding['certificate'] = {
    ...{ isValid: true, subject: 'CN=Anna', issuer: 'CN=CA', thumbprint: '', notBefore: null, notAfter: null },
    ...{ reasonCodes: [], chainStatus: [], revocation: { status: 'NotChecked', source: 'None', detail: null } },
  };
  return cryptoWords({
    ...{ name: 'S1', status, certificate, reasonCodes, detail: null, claimedSigningTime: null },
    ...{ coversWholeDocument: false, profileReached: null },
    signature: { cryptoValid: false, signerThumbprint: '', signerSubject: 'CN=Anna', reasonCodes },
  });
}

describe('what a report says of the signature itself', () => {
  it.each<Case>([
    ['INVALID', 'SIG_DIGEST_MISMATCH'],
    ['INVALID', 'SIG_DETACHED_CONTENT_MISSING', 'SIG_CRYPTO_INVALID'],
  ])('is that it does not fit where that was seen: %s %s', (...finding) => {
    expect(wordsFor(...finding)).toBe(reportTexts.cryptoBad);
  });

  it.each<Case>([
    ['INDETERMINATE', 'SIG_DETACHED_CONTENT_MISSING'],
    ['INDETERMINATE', 'SIG_ALGORITHM_UNSUPPORTED'],
    ['INVALID', 'SIG_DETACHED_CONTENT_MISSING', 'SIG_MADE_AFTER_REVOCATION'],
  ])('is that it could not be checked where nothing was seen: %s %s', (...finding) => {
    expect(wordsFor(...finding)).toBe(reportTexts.cryptoOpen);
  });
});
