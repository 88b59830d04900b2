import type { FuzzTarget } from './fuzz-target.ts';
import type { FuzzedReader } from './fuzzed-reader.ts';
import { keptSamples, type SampleSource } from './samples.ts';
import { asn1Reader, certificateReader, crlReader, ocspReader } from './targets/asn1-targets.ts';
import { asicReader, cadesReader, padesReader, xadesReader } from './targets/document-targets.ts';
import { imageReader } from './targets/image-target.ts';
import { pfxReader, tstInfoReader } from './targets/key-targets.ts';
import { signPdfReader, signXmlReader } from './targets/signing-targets.ts';

/** Every reader of untrusted bytes, to be verified or to be signed. */
export const READERS: Readonly<Record<string, FuzzedReader>> = {
  asn1: asn1Reader,
  certificate: certificateReader,
  crl: crlReader,
  ocsp: ocspReader,
  'tst-info': tstInfoReader,
  pfx: pfxReader,
  'stamp-image': imageReader,
  cades: cadesReader,
  pades: padesReader,
  xades: xadesReader,
  'asic-s': asicReader('ASiC_S'),
  'asic-e': asicReader('ASiC_E'),
  'sign-pdf': signPdfReader,
  'sign-xml': signXmlReader,
};

/** The reader of that name, with samples to be broken. Throws where there is none of that name. */
export async function openTarget(name: string, source: SampleSource): Promise<FuzzTarget> {
  const reader = READERS[name];
  if (reader === undefined)
    throw new Error(`There is no reader ${name}; there are ${Object.keys(READERS).join(', ')}.`);
  return reader.open(source === 'kept' ? keptSamples(name) : await reader.makeSamples());
}
