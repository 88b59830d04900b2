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
import { ASN1_BRACKETS, readThrough, type FuzzTarget } from '../fuzz-target.ts';

/** DER and BER as such: every element is visited. */
export function asn1Target(): FuzzTarget {
  return withCa((ca) => ({
    samples: [ca.trustAnchor, ...ca.crls()],
    brackets: ASN1_BRACKETS,
    judge: (input) =>
      readThrough(Asn1Error, () => visit(readDer(input))) ?? readThrough(Asn1Error, () => visit(readBer(input))),
  }));
}

function visit(element: Asn1Element): void {
  const isConstructed = (element.tag & 0x20) !== 0;
  if (isConstructed) for (const child of element.children()) visit(child);
  else if (element.tag === TAG.oid) element.oid();
  else if (element.tag === TAG.integer) element.integerBytes();
}

/** Certificates with everything the station reads of them. */
export function certificateTarget(): FuzzTarget {
  return withCa((ca) => ({
    samples: [ca.signer('p-256').certificate, ca.signer('rsa-2048').certificate, ...ca.intermediates],
    brackets: ASN1_BRACKETS,
    judge: (input) =>
      readThrough(Asn1Error, () => {
        const certificate = parseCertificate(Uint8Array.from(input));
        summarizeCertificate(certificate);
        return [certificate.basicConstraints, certificate.keyUsage, certificate.extendedKeyUsage];
      }),
  }));
}

export function crlTarget(): FuzzTarget {
  return withCa((ca) => {
    ca.signer('revoked');
    const [first = new Uint8Array(), ...more] = ca.crls();
    return {
      samples: [first, ...more],
      brackets: ASN1_BRACKETS,
      judge: (input) =>
        readThrough(Asn1Error, () => {
          const crl = parseCrl(input);
          return [crl.issuer.toString(), crl.find(Uint8Array.of(1, 2, 3), crl.issuer.key)];
        }),
    };
  });
}

export function ocspTarget(): FuzzTarget {
  return withCa((ca) => {
    // Their certificates are issued on first use.
    ca.signer('p-256');
    ca.signer('revoked');
    return {
      samples: [ca.ocspResponse('signer-p-256'), ca.ocspResponse('signer-revoked')],
      brackets: ASN1_BRACKETS,
      judge: (input) => readThrough(Asn1Error, () => parseOcspResponse(input)),
    };
  });
}

/** The samples outlive the authority's files. */
function withCa(make: (ca: TestCa) => FuzzTarget): FuzzTarget {
  const folder = mkdtempSync(path.join(tmpdir(), 'station-fuzz-ca-'));
  try {
    return make(makeTestCa(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
