import { describe, expect, it } from 'vitest';
import * as der from '../../codecs/asn1/der-writer.ts';
import * as oids from '../../codecs/cms/object-identifiers.ts';
import { parseSignedData } from '../../codecs/cms/signed-data-parser.ts';
import { encodeAttribute } from '../../codecs/cms/signed-attributes.ts';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import type { CounterSignature } from '../../contract/http/verification.ts';
import { assembleReport } from '../report.ts';
import { makeToken } from '../timestamps/timestamping.suite.ts';
import * as kit from './cms-forgery.suite.ts';
import { verifyCms, type CmsVerificationResult } from './verify-cms.ts';

const { signers, forge } = kit;

function verify(signedData: Uint8Array, trust = kit.trust, at: Date = kit.NOW): CmsVerificationResult {
  return verifyCms({ signedData, digestContent: null, pades: false, trust, at, revocationMode: 'Offline' });
}

function treeOf({ findings }: CmsVerificationResult): readonly CounterSignature[] {
  return findings[0]?.counterSignatures ?? [];
}

interface CounterChoice {
  readonly over?: Uint8Array;
  readonly parts?: Partial<kit.ForgedParts>;
  readonly change?: (signerInfo: Uint8Array) => Uint8Array;
}

const unchanged = (signerInfo: Uint8Array): Uint8Array => signerInfo;

/** A good signature, and over its value a counter-signature by RSA that is right unless told otherwise. */
function counterSigned(signer: kit.TestSigner, choose: (value: Uint8Array) => CounterChoice): Uint8Array {
  const signedAttributes = kit.attributesOf(signer);
  const once = forge(signer, { signedAttributes });
  const value = parseSignedData(once, { trailing: 'none' }).signerInfos[0]?.signatureValue ?? new Uint8Array();
  const by = signers.rsa;
  const { over = value, parts, change = unchanged } = choose(value);
  const attributes = kit.attributesOf(by, { messageDigest: kit.digest('SHA-256', over), contentType: null });
  const carrier = forge(by, { eContent: over, signedAttributes: attributes, ...parts });
  const [signerInfo = new Uint8Array()] = kit.childrenOf(kit.fieldsOf(carrier).at(-1) ?? new Uint8Array());
  const counter = encodeAttribute(oids.OID_ID_COUNTERSIGNATURE, [change(signerInfo)]);
  const certificates = [signer.certificate, by.certificate];
  return forge(signer, { signedAttributes, signatureValue: value, unsignedAttributes: [counter], certificates });
}

const OTHER = Buffer.from('another value');
const FALSE_COUNTERS: Readonly<Record<string, (value: Uint8Array) => CounterChoice>> = {
  'over another value': () => ({ over: OTHER }),
  'over the content': () => ({ over: kit.content }),
  'with another value': () => ({ parts: { signatureValue: Buffer.alloc(256, 1) } }),
  'over nothing': () => ({ over: new Uint8Array() }),
  'without attributes': () => ({ parts: { signedAttributes: null } }),
  'with the attributes of a content': (value) => ({
    parts: { signedAttributes: kit.attributesOf(signers.rsa, { messageDigest: kit.digest('SHA-256', value) }) },
  }),
  'that is none': () => ({ change: () => der.derSequence(der.derInteger(1)) }),
};

describe('a counter-signature', () => {
  it.each(Object.entries(signers))('that is right is judged like a signature by itself: %s', (_, signer) => {
    const result = verify(counterSigned(signer, () => ({})));
    expect(result.status).toBe('VALID');
    expect(treeOf(result)).toMatchObject([
      { name: '1', countersigned: null, status: 'VALID', signature: { cryptoValid: true }, detail: null },
    ]);
    expect(treeOf(result)[0]?.claimedSigningTime).not.toBeNull();
    expect(result.findings[0]?.detail).toMatch(/counter-signature by .+, which is intact and by itself VALID/);
  });

  it('by somebody whom nobody trusts is intact and INDETERMINATE, and so is the signature itself', () => {
    const result = verify(
      counterSigned(signers.ec, () => ({})),
      { ...kit.trust, trustAnchors: [] },
    );
    expect(result.status).toBe('INDETERMINATE');
    expect(treeOf(result)).toMatchObject([{ status: 'INDETERMINATE', signature: { cryptoValid: true } }]);
  });

  it('is not VALID when its certificate had expired', () => {
    const { notAfter } = parseCertificate(signers.rsa.certificate);
    const result = verify(
      counterSigned(signers.ec, () => ({})),
      kit.trust,
      new Date(notAfter.getTime() + 86_400_000),
    );
    expect(treeOf(result)).toMatchObject([{ status: 'INDETERMINATE', certificate: { isValid: false } }]);
  });

  it.each(
    Object.entries(FALSE_COUNTERS).flatMap(([what, choose]) =>
      Object.entries(signers).map(([name, signer]) => ({ what, name, choose, signer })),
    ),
  )('$what is named, never VALID, and changes nothing of the signature: $name', ({ choose, signer }) => {
    const result = verify(counterSigned(signer, choose));
    expect(result.status).toBe('VALID');
    expect(result.reasonCodes).toContain('COUNTER_SIGNATURE_PRESENT');
    expect(result.findings[0]?.detail).not.toContain('is intact');
    expect(treeOf(result)).toHaveLength(1);
    expect(treeOf(result)[0]?.status).not.toBe('VALID');
  });
});

describe('counter-signatures over counter-signatures', () => {
  /** A SignerInfo by RSA over the value of another one, bearing what is given as counter-signatures. */
  function counterOver(
    over: Uint8Array,
    bearing: readonly Uint8Array[] = [],
    more: readonly Uint8Array[] = [],
  ): Uint8Array {
    const attributes = kit.attributesOf(signers.rsa, { messageDigest: kit.digest('SHA-256', over), contentType: null });
    const counters = bearing.length === 0 ? [] : [encodeAttribute(oids.OID_ID_COUNTERSIGNATURE, bearing)];
    const unsignedAttributes = [...counters, ...more];
    const carrier = forge(signers.rsa, { eContent: over, signedAttributes: attributes, unsignedAttributes });
    return kit.childrenOf(kit.fieldsOf(carrier).at(-1) ?? new Uint8Array())[0] ?? new Uint8Array();
  }

  function valueOf(signedData: Uint8Array): Uint8Array {
    return parseSignedData(signedData, { trailing: 'none' }).signerInfos[0]?.signatureValue ?? new Uint8Array();
  }

  /** What `bear` makes of the value of a good signature by an elliptic curve, borne by that signature. */
  function bearing(bear: (value: Uint8Array) => readonly Uint8Array[]): Uint8Array {
    const signedAttributes = kit.attributesOf(signers.ec);
    const value = valueOf(forge(signers.ec, { signedAttributes }));
    const unsignedAttributes = [encodeAttribute(oids.OID_ID_COUNTERSIGNATURE, bear(value))];
    const certificates = [signers.ec.certificate, signers.rsa.certificate];
    return forge(signers.ec, { signedAttributes, signatureValue: value, unsignedAttributes, certificates });
  }

  const rsaValueOver = (over: Uint8Array): Uint8Array => {
    const attributes = kit.attributesOf(signers.rsa, { messageDigest: kit.digest('SHA-256', over), contentType: null });
    return valueOf(forge(signers.rsa, { eContent: over, signedAttributes: attributes }));
  };

  it('stand below the one that they are over', () => {
    const result = verify(bearing((value) => [counterOver(value, [counterOver(rsaValueOver(value))])]));
    expect(treeOf(result).map(({ name, countersigned, status }) => ({ name, countersigned, status }))).toEqual([
      { name: '1', countersigned: null, status: 'VALID' },
      { name: '1.1', countersigned: '1', status: 'VALID' },
    ]);
  });

  it('tell of their own timestamps, of the right value and of another one', () => {
    const at = new Date('2026-10-01T12:00:00Z');
    const stampedOver = (value: Uint8Array, of: Uint8Array): Uint8Array =>
      counterOver(value, [], [encodeAttribute(oids.OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN, [makeToken({ of, at })])]);
    const right = verify(bearing((value) => [stampedOver(value, rsaValueOver(value))]));
    const time = { kind: 'SignatureTimestamp', time: at.toISOString() };
    expect(treeOf(right)).toMatchObject([{ timestamps: [{ ...time, isIntact: true }] }]);
    const wrong = verify(bearing((value) => [stampedOver(value, value)]));
    expect(treeOf(wrong)).toMatchObject([{ status: 'INDETERMINATE', timestamps: [{ ...time, isIntact: false }] }]);
    const { findings } = right;
    expect(assembleReport({ format: 'CAdES', findings, faults: [], detail: null, at }).timestamps).toMatchObject([
      time,
    ]);
  });

  it('are broken when they are over the signature instead of the counter-signature', () => {
    const result = verify(bearing((value) => [counterOver(value, [counterOver(value)])]));
    expect(treeOf(result)).toMatchObject([
      { name: '1', status: 'VALID' },
      { name: '1.1', status: 'INVALID', signature: { cryptoValid: false } },
    ]);
  });

  it('are judged up to twenty, and the rest is counted', () => {
    const result = verify(bearing((value) => Array.from({ length: 23 }, () => counterOver(value))));
    expect(treeOf(result)).toHaveLength(20);
    expect(result.findings[0]?.detail).toContain('3 more were not looked at.');
  });
});
