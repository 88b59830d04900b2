import { createCipheriv, pbkdf2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as der from '../asn1/der-writer.ts';
import { OID_AES_256_CBC, OID_BAG, OID_DATA, OID_PBES2, OID_PBKDF2 } from './object-identifiers.ts';
import { parsePfx } from './pfx-parser.ts';

const ZEROS = Buffer.alloc(16);
const MOST = 10_000_000;

/** A key that the password "x" opens, where it says as many iterations as it was made with: one. */
function shroudedKey(iterations: number): Uint8Array {
  const cipher = createCipheriv('aes-256-cbc', pbkdf2Sync('x', ZEROS, 1, 32, 'sha1'), ZEROS);
  const encrypted = Buffer.concat([cipher.update('a key'), cipher.final()]);
  const derivation = der.derSequence(der.derOctetString(ZEROS), der.derInteger(iterations));
  const parameters = der.derSequence(
    der.derSequence(der.derOid(OID_PBKDF2), derivation),
    der.derSequence(der.derOid(OID_AES_256_CBC), der.derOctetString(ZEROS)),
  );
  const algorithm = der.derSequence(der.derOid(OID_PBES2), parameters);
  const value = der.derSequence(algorithm, der.derOctetString(encrypted));
  return der.derSequence(der.derOid(OID_BAG.shroudedKey), der.derExplicit(0, value));
}

/** Without a MAC, so that nothing is asked for before the keys. */
function pfxOf(...iterations: readonly number[]): Uint8Array {
  const data = (content: Uint8Array): Uint8Array =>
    der.derSequence(der.derOid(OID_DATA), der.derExplicit(0, der.derOctetString(content)));
  const safe = der.derSequence(...iterations.map(shroudedKey));
  return der.derSequence(der.derInteger(3), data(der.derSequence(data(safe))));
}

describe('the iterations of a PFX file', () => {
  it('are lawful for hundreds of keys', async () => {
    expect((await parsePfx(pfxOf(...Array.from({ length: 300 }, () => 1)), 'x')).keys).toHaveLength(300);
  });

  it.each([
    ['for one key', [MOST + 1]],
    ['for all keys together, of which each alone would be lawful', [1, MOST]],
    ['or none', [0]],
  ])('are refused at once where they are too many %s', async (_what, iterations) => {
    await expect(parsePfx(pfxOf(...iterations), 'x')).rejects.toMatchObject({ code: 'PKCS12_ITERATIONS_EXCEEDED' });
  });
});
