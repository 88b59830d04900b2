import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { derBitString, derInteger, derNull, derOid, derSequence } from '../codecs/asn1/der-writer.ts';
import { parseCertificate } from '../codecs/x509/certificate.ts';
import { CheckTurns, TurnOverError } from '../verification/certificate-path/check-turns.ts';
import { CheckedSignatures } from '../verification/certificate-path/checked-signatures.ts';
import { makeCrl } from '../verification/certificate-path/evidence.suite.ts';
import { at, authority, issue, newKeys } from '../verification/certificate-path/issued-certificates.suite.ts';
import { requiredEvidence } from '../verification/certificate-path/required-evidence.ts';
import { openTrustStore, type TrustStore } from '../verification/certificate-path/trust-store.ts';
import { gather, type Wanted } from './gather.ts';

const root = authority('Root', null);
const middle = authority('Middle', root);
const signer = issue('Signer', middle);

/** Of the largest key that OpenSSL takes: what is charged for it is all that counts here. */
function strangerCalledMiddle(): Uint8Array {
  const modulus = randomBytes(2048).map((byte, index) => (index === 0 ? byte | 0x80 : byte));
  const key = derSequence(derInteger(modulus), derInteger(new Uint8Array(8).fill(0xff)));
  const publicKey = derSequence(derSequence(derOid('1.2.840.113549.1.1.1'), derNull()), derBitString(key));
  return issue('Middle', root, { keys: newKeys(), changes: { publicKey } }).der;
}

const strangers = Array.from({ length: 30 }, strangerCalledMiddle);
const wanted: Wanted = { certificates: [parseCertificate(signer.der)], at, now: at, madeSince: null, graceUntil: null };

/** Knows nothing of what was checked before. */
function newStore(): TrustStore {
  const crls = [makeCrl({ issuer: middle }), makeCrl({ issuer: root })];
  const intermediates = [...strangers, middle.der];
  const material = { trustAnchors: [root.der], intermediates, crls, ocspResponses: [] };
  return { ...openTrustStore(material), checkedSignatures: new CheckedSignatures() };
}

it('lets others have their turn between the keys of strangers, and comes to the same end', async () => {
  expect(() => requiredEvidence({ ...wanted, store: newStore(), turns: new CheckTurns() })).toThrow(TurnOverError);
  let turns = 0;
  const count = (): void => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const found = await gather(wanted, newStore());
  clearImmediate(next);
  expect(turns).toBeGreaterThan(5);
  expect(found.missing).toEqual([]);
  expect(found.crls).toHaveLength(2);
});

it('checks no more of what is not known than is allowed for all of it', async () => {
  const store = newStore();
  await expect(gather(wanted, store, new CheckTurns(20_000_000))).rejects.toMatchObject({
    code: 'SIGNATURE_VALIDATION_DATA_UNAVAILABLE',
    message: 'Finding the validation data takes more work than is allowed.',
  });
  // What was checked is known, and costs nothing the next time.
  await gather(wanted, store);
  expect((await gather(wanted, store, new CheckTurns(1))).missing).toEqual([]);
});
