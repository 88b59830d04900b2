import { generateKeyPairSync } from 'node:crypto';
import { Asn1Error } from '../../../service/codecs/asn1/asn1-error.ts';
import { readDer } from '../../../service/codecs/asn1/asn1-reader.ts';
import * as der from '../../../service/codecs/asn1/der-writer.ts';
import { contextPrimitive } from '../../../service/codecs/asn1/tags.ts';
import { Pkcs12Error } from '../../../service/codecs/pkcs12/pkcs12-error.ts';
import { parsePfx } from '../../../service/codecs/pkcs12/pfx-parser.ts';
import { buildPfx } from '../../../service/codecs/pkcs12/pfx-writer.ts';
import { parseTstInfo } from '../../../service/codecs/tsp/tst-info.ts';
import { encodeAlgorithmIdentifier } from '../../../service/codecs/x509/algorithm-identifier.ts';
import { ASN1_BRACKETS, describeFault, readThrough } from '../fuzz-target.ts';
import type { Samples } from '../samples.ts';
import type { FuzzedReader } from '../fuzzed-reader.ts';

const PASSWORD = 'fuzz';

/** PFX files with a password that is right for the sample, so that broken insides are reached as far as the MAC lets. */
export const pfxReader: FuzzedReader = {
  makeSamples: makePfxSamples,
  open: ({ inputs }) => ({
    samples: inputs,
    brackets: ASN1_BRACKETS,
    judge: async (input) => {
      try {
        await parsePfx(input, PASSWORD);
        return null;
      } catch (error) {
        return error instanceof Pkcs12Error ? null : describeFault(error);
      }
    },
  }),
};

function makePfxSamples(): Samples {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pfx = buildPfx({
    privateKeyPkcs8: privateKey.export({ format: 'der', type: 'pkcs8' }),
    certificate: der.derSequence(der.derNull()),
    chain: [],
    password: PASSWORD,
    // Cheap, since the reader's work is what counts here and not the key derivation.
    iterations: 1,
  });
  return { inputs: [pfx, withoutMac(pfx)], trust: null };
}

/** PFX is SEQUENCE { version, authSafe, macData OPTIONAL } (RFC 7292 4); without a MAC more of the reader is reached. */
function withoutMac(pfx: Uint8Array): Uint8Array {
  const [version, authSafe] = readDer(pfx).children();
  if (version === undefined || authSafe === undefined) throw new Error('The PFX sample is broken.');
  return der.derSequence(version.encoded, authSafe.encoded);
}

export const tstInfoReader: FuzzedReader = {
  makeSamples: makeTstInfoSamples,
  open: ({ inputs }) => ({
    samples: inputs,
    brackets: ASN1_BRACKETS,
    judge: (input) => readThrough(Asn1Error, () => parseTstInfo(input)),
  }),
};

function makeTstInfoSamples(): Samples {
  const info = der.derSequence(
    der.derInteger(1),
    der.derOid('1.3.6.1.4.1.99999.2.1'),
    der.derSequence(
      encodeAlgorithmIdentifier('2.16.840.1.101.3.4.2.1', 'absent'),
      der.derOctetString(new Uint8Array(32)),
    ),
    der.derInteger(77),
    der.derValue(0x18, Buffer.from('20261001120000.5Z')),
    der.derSequence(der.derInteger(1), der.derValue(contextPrimitive(0), Uint8Array.of(1, 0xf4))),
    der.derBoolean(true),
    der.derInteger(0x1234567890abcdefn),
  );
  return { inputs: [info], trust: null };
}
