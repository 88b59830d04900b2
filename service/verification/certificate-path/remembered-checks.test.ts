import { describe, expect, it } from 'vitest';
import { makeCrl, makeOcsp } from './evidence.suite.ts';
import { authority, evaluate, issue, type Circumstances } from './issued-certificates.suite.ts';

const root = authority('Root', null);
const ca = authority('CA', root);
const leaf = issue('Leaf', ca);
/** Of the same name, with a key of its own. */
const impostor = authority('CA', root);

const statusBy = (evidence: Circumstances): string =>
  evaluate(leaf, [root], [ca], { ...evidence, revocationMode: 'Offline' }).revocation.status;

function changed(bytes: Uint8Array, index: number): Uint8Array {
  const copy = new Uint8Array(bytes);
  copy[index] = (copy[index] ?? 0) ^ 1;
  return copy;
}

/** What one document proved must not vouch for another one's evidence. */
describe('a check of evidence that is remembered', () => {
  it('says the same again where the same bytes come with another document', () => {
    const crl = makeCrl({ issuer: ca });
    const ocsp = makeOcsp({ certificate: leaf, issuer: ca });
    for (let time = 0; time < 2; time++) {
      expect(statusBy({ crls: [new Uint8Array(crl)] })).toBe('Good');
      expect(statusBy({ crls: [], ocspResponses: [new Uint8Array(ocsp)] })).toBe('Good');
    }
  });

  it('is of those bytes only', () => {
    const crl = makeCrl({ issuer: ca });
    const ocsp = makeOcsp({ certificate: leaf, issuer: ca });
    for (let place = 1; place < 60; place++) {
      expect(statusBy({ crls: [crl] })).toBe('Good');
      expect(statusBy({ crls: [changed(crl, crl.length - place)] })).not.toBe('Good');
      expect(statusBy({ crls: [], ocspResponses: [ocsp] })).toBe('Good');
      // Its signed part begins here; certificates that nobody needs stand at its end.
      expect(statusBy({ crls: [], ocspResponses: [changed(ocsp, 60 + place)] })).not.toBe('Good');
    }
  });

  it('is of that key only', () => {
    const crl = makeCrl({ issuer: impostor });
    expect(
      evaluate(issue('Leaf', impostor), [root], [impostor], { crls: [crl], revocationMode: 'Offline' }),
    ).toMatchObject({
      revocation: { status: 'Good' },
    });
    expect(statusBy({ crls: [crl] })).not.toBe('Good');
  });
});
