import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Asn1Element } from '../../../service/codecs/asn1/asn1-element.ts';
import { Asn1Error } from '../../../service/codecs/asn1/asn1-error.ts';
import { readBer, readDer } from '../../../service/codecs/asn1/asn1-reader.ts';
import { TAG } from '../../../service/codecs/asn1/tags.ts';
import { parseCrl } from '../../../service/codecs/crl/crl.ts';
import { parseOcspResponse } from '../../../service/codecs/ocsp/ocsp-response.ts';
import { parseCertificate } from '../../../service/codecs/x509/certificate.ts';
import { summarizeCertificate } from '../../../service/codecs/x509/certificate-summary.ts';
import { makeTestCa, type TestCa } from '../../actors/ca/make-test-ca.ts';
import { ASN1_BRACKETS, readThrough } from '../fuzz-target.ts';
import type { Samples } from '../samples.ts';
import type { FuzzedReader } from '../fuzzed-reader.ts';

/** DER and BER as such: every element is visited. */
export const asn1Reader: FuzzedReader = {
  makeSamples: () => samplesOf((ca) => [ca.trustAnchor, ...ca.crls()]),
  open: ({ inputs }) => ({
    samples: inputs,
    brackets: ASN1_BRACKETS,
    judge: (input) =>
      readThrough(Asn1Error, () => visit(readDer(input))) ?? readThrough(Asn1Error, () => visit(readBer(input))),
  }),
};

function visit(element: Asn1Element): void {
  const isConstructed = (element.tag & 0x20) !== 0;
  if (isConstructed) for (const child of element.children()) visit(child);
  else if (element.tag === TAG.oid) element.oid();
  else if (element.tag === TAG.integer) element.integerBytes();
}

/** Certificates with everything the station reads of them. */
export const certificateReader: FuzzedReader = {
  makeSamples: () =>
    samplesOf((ca) => [ca.signer('p-256').certificate, ca.signer('rsa-2048').certificate, ...ca.intermediates]),
  open: ({ inputs }) => ({
    samples: inputs,
    brackets: ASN1_BRACKETS,
    judge: (input) =>
      readThrough(Asn1Error, () => {
        const certificate = parseCertificate(Uint8Array.from(input));
        summarizeCertificate(certificate);
        return [certificate.basicConstraints, certificate.keyUsage, certificate.extendedKeyUsage];
      }),
  }),
};

export const crlReader: FuzzedReader = {
  makeSamples: () =>
    samplesOf((ca) => {
      ca.signer('revoked');
      const [first = new Uint8Array(), ...more] = ca.crls();
      return [first, ...more];
    }),
  open: ({ inputs }) => ({
    samples: inputs,
    brackets: ASN1_BRACKETS,
    judge: (input) =>
      readThrough(Asn1Error, () => {
        const crl = parseCrl(input);
        return [crl.issuer.toString(), crl.find(Uint8Array.of(1, 2, 3), crl.issuer.key)];
      }),
  }),
};

export const ocspReader: FuzzedReader = {
  makeSamples: () =>
    samplesOf((ca) => {
      // Their certificates are issued on first use.
      ca.signer('p-256');
      ca.signer('revoked');
      return [ca.ocspResponse('signer-p-256'), ca.ocspResponse('signer-revoked')];
    }),
  open: ({ inputs }) => ({
    samples: inputs,
    brackets: ASN1_BRACKETS,
    judge: (input) => readThrough(Asn1Error, () => parseOcspResponse(input)),
  }),
};

/** The samples outlive the authority's files. */
function samplesOf(make: (ca: TestCa) => Samples['inputs']): Samples {
  const folder = mkdtempSync(path.join(tmpdir(), 'station-fuzz-ca-'));
  try {
    return { inputs: make(makeTestCa(folder)), trust: null };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
