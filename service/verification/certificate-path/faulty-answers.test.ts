import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseOcspResponse } from '../../codecs/ocsp/ocsp-response.ts';
import * as builder from '../../codecs/x509/certificate-builder.ts';
import { makeOcsp } from './evidence.suite.ts';
import { authority, evaluate, issue, newKeys, type Issued } from './issued-certificates.suite.ts';

const root = authority('Root', null);
const ca = authority('CA', root);
const leaf = issue('Leaf', ca);
const day = (number: number): Date => new Date(Date.UTC(2026, 8, number));
const extensions = [
  builder.keyUsageExtension(['digitalSignature']),
  builder.extendedKeyUsageExtension(['1.3.6.1.5.5.7.3.9']),
];
const responder = issue('Responder', ca, { extensions });
const expired = issue('Responder', ca, { extensions, changes: { notAfter: day(1) } });
const elsewhere = issue('Responder', root, { extensions });
/** The authority of that name with new keys, and by another authority. */
const renewed = authority('CA', root);
const weak = issue('Responder', ca, { extensions, keys: generateKeyPairSync('rsa', { modulusLength: 1024 }) });

const answer = (by: Issued, more: Partial<Parameters<typeof makeOcsp>[0]> = {}): Uint8Array =>
  makeOcsp({ certificate: leaf, issuer: ca, responder: by, ...more });
/** Names and sends one certificate, and is signed with another key. */
const spoiled = (by: Issued): Uint8Array => answer({ ...by, ...newKeys() });
const judge = (brought: readonly Uint8Array[], known: readonly Uint8Array[] = []): ReturnType<typeof evaluate> =>
  evaluate(leaf, [root], [ca], {
    evidence: { crls: [], ocspResponses: brought.flatMap((der) => parseOcspResponse(der).response ?? []) },
    ...{ ocspResponses: known, revocationMode: 'SoftFail' },
  });

describe('an answer about a certificate that a document brings', () => {
  it.each<[string, Uint8Array]>([
    ['whose responder had expired when it was made', answer(expired)],
    ['whose signature is not by the authority that it sends', spoiled(ca)],
    ['whose signature is not by the responder that it sends', spoiled(responder)],
  ])('keeps it from being valid where nothing better is known: one %s', (_what, response) => {
    const result = judge([response]);
    expect(result).toMatchObject({ isValid: false, revocation: { status: 'Unknown' } });
    expect(result.reasonCodes).toEqual(['REVOCATION_UNKNOWN', 'REVOCATION_DATA_INVALID']);
    expect(judge([response, answer(responder)])).toMatchObject({ isValid: true, revocation: { status: 'Good' } });
    expect(judge([response], [answer(ca)])).toMatchObject({ isValid: true, revocation: { status: 'Good' } });
    // The station's own folder is its operator's, and says nothing about the document.
    expect(judge([], [response]).isValid).toBe(true);
  });

  it.each<[string, Uint8Array[]]>([
    ['none at all', []],
    ['one that is too old', [answer(responder, { thisUpdate: day(1), nextUpdate: day(2) })]],
    ['one whose responder is not there', [answer(responder, { sent: [] })]],
    ['one of a responder that another authority certified', [answer(elsewhere)]],
    ['one about another certificate', [makeOcsp({ certificate: issue('Other', ca), issuer: ca, responder: expired })]],
    ['one of its authority with new keys', [answer(renewed)]],
    ['one of its authority with new keys whose certificate is not there', [answer(renewed, { sent: [] })]],
    ['one of its authority with new keys beside the old certificate', [answer(renewed, { sent: [ca, renewed] })]],
    ['one of a responder with a weak key', [spoiled(weak)]],
    ['one by SHA-1', [answer(ca, { hash: 'sha1' })]],
  ])('leaves it as it is: %s', (_what, brought) => {
    expect(judge(brought)).toMatchObject({ isValid: true, revocation: { status: 'Unknown' } });
  });
});
