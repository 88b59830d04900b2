import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as der from '../../codecs/asn1/der-writer.ts';
import { TAG } from '../../codecs/asn1/tags.ts';
import { OID_ID_AA_SIGNING_CERTIFICATE_V2, OID_ID_CT_TST_INFO } from '../../codecs/cms/object-identifiers.ts';
import { buildSignedAttributes } from '../../codecs/cms/signed-attributes.ts';
import { attributeParts, forge, hashIdentifier, type ForgedParts } from '../../verification/cades/cms-forgery.suite.ts';
import { makeTsa, root, signerOf, tsa, valid } from '../../verification/timestamps/timestamping.suite.ts';
import { issue } from '../../verification/certificate-path/issued-certificates.suite.ts';
import { judgeResponse } from './judge-response.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const minutes = (count: number): Date => new Date(NOW.getTime() + count * 60_000);
const digest = createHash('sha256').update('text').digest();
const nonce = Uint8Array.of(0x41, 2, 3, 4, 5, 6, 7, 8);
const request = { hash: 'SHA-256', digest, nonce, policyOid: '1.2.3.4' } as const;

interface Changes {
  readonly status?: number;
  readonly genTime?: Date;
  readonly nonce?: Uint8Array | null;
  readonly policyOid?: string;
  readonly by?: typeof tsa;
  /** Whose certificate the token names. */
  readonly named?: typeof tsa;
  readonly isNamed?: boolean;
  readonly parts?: Partial<ForgedParts>;
}

function tstInfoOf({ genTime = NOW, nonce: given = nonce, policyOid = request.policyOid }: Changes): Uint8Array {
  return der.derSequence(
    der.derInteger(1),
    der.derOid(policyOid),
    der.derSequence(hashIdentifier('SHA-256'), der.derOctetString(digest)),
    der.derInteger(7),
    der.derValue(TAG.generalizedTime, Buffer.from(genTime.toISOString().replace(/[-:T]|\.\d+/g, ''))),
    ...(given === null ? [] : [der.derInteger(given)]),
  );
}

/** TimeStampResp (RFC 3161 2.4.2) that answers the request, but for what is changed. */
function response(changes: Changes = {}): Uint8Array {
  const { status = 0, by = tsa, named = by, isNamed = true, parts = {} } = changes;
  const eContent = tstInfoOf(changes);
  const signer = signerOf(by);
  const attributes = buildSignedAttributes({
    ...{ algorithm: signer.algorithm, signingCertificate: named.der, contentType: OID_ID_CT_TST_INFO },
    ...{ signingTime: null, messageDigest: createHash('sha256').update(eContent).digest() },
  });
  const kept = attributeParts(attributes).filter(({ oid }) => isNamed || oid !== OID_ID_AA_SIGNING_CERTIFICATE_V2);
  const signedAttributes = der.derSetOf(kept.map(({ encoded }) => encoded));
  const token = forge(signer, { contentType: OID_ID_CT_TST_INFO, eContent, signedAttributes, ...parts });
  return der.derSequence(der.derSequence(der.derInteger(status)), token);
}

const judge = (changes?: Changes): ReturnType<typeof judgeResponse> => judgeResponse(response(changes), request, NOW);

describe('an answer of a timestamp authority', () => {
  it.each<[string, Changes]>([
    ['that is right', {}],
    ['granted with modifications', { status: 1 }],
    ['of a clock that is minutes ahead', { genTime: minutes(5) }],
    ['of one that is behind', { genTime: minutes(-5) }],
  ])('is taken: %s', (_, changes) => {
    expect(judge(changes).signer.subject.toString()).toBe('CN=TSA');
  });

  it.each<[string, Changes, RegExp]>([
    ['is to be waited for', { status: 3 }, /it refuses: status 3/],
    ['says that a revocation is near', { status: 4 }, /it refuses: status 4/],
    ['lacks the nonce', { nonce: null }, /lacks the nonce/],
    ['has the nonce of another request', { nonce: Uint8Array.of(0x41, 2) }, /wrong nonce/],
    ['is of another policy', { policyOid: '1.2.3.5' }, /policy is 1\.2\.3\.5, and 1\.2\.3\.4 was asked for/],
    ['is of a clock that is ahead', { genTime: minutes(6) }, /says 2026-06-01T12:06.*wrong by more than five minutes/],
    [
      'is of a clock that is behind',
      { genTime: minutes(-6) },
      /says 2026-06-01T11:54.*wrong by more than five minutes/,
    ],
    ['names no certificate', { isNamed: false }, /SIG_SIGNING_CERTIFICATE_MISSING/],
    ['names another certificate', { named: makeTsa('Other') }, /SIG_SIGNING_CERTIFICATE_MISMATCH/],
    ['brings no certificate', { parts: { certificates: [] } }, /SIG_SIGNER_CERTIFICATE_NOT_FOUND/],
    ['has two signers', { parts: { signerInfos: (one) => [one, one] } }, /not exactly one signer/],
    ['has a critical purpose missing', { by: makeTsa('Lax', root, false) }, /not one for timestamps alone/],
    ['is by a document signer', { by: issue('Signer', root, { changes: valid('2020-01-01', '2035-01-01') }) }, /alone/],
    [
      'is by who began later',
      { by: makeTsa('New', root, true, { changes: valid('2027-01-01', '2035-01-01') }) },
      /begin/,
    ],
    [
      'is by who has ended',
      { by: makeTsa('Old', root, true, { changes: valid('2020-01-01', '2025-01-01') }) },
      /ended on/,
    ],
  ])('is not taken where it %s', (_, changes, reason) => {
    expect(() => judge(changes)).toThrow(reason);
  });
});
