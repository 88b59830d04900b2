import type { Certificate } from '../../codecs/x509/certificate.ts';
import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import type { MissingEvidence } from '../../verification/certificate-path/required-evidence.ts';

/** Where one piece of evidence may be had. */
export type EvidencePlace =
  | { readonly kind: 'ocsp'; readonly url: string; readonly certificate: Certificate; readonly issuer: Certificate }
  | { readonly kind: 'crl'; readonly url: string }
  | { readonly kind: 'certificate'; readonly url: string };

/** Addresses that one certificate names for one purpose; the rest is passed over. */
const MAX_ADDRESSES = 3;

/**
 * What a certificate itself says about where its evidence is, in groups that are tried one after the other: OCSP, then
 * CRLs (RFC 5280 4.2.1.13, 4.2.2.1); for a path that ends early, its issuer. Addresses other than http and https are
 * left out: nothing here asks directories.
 */
export function placesFor(missing: MissingEvidence): readonly (readonly EvidencePlace[])[] {
  const { certificate } = missing;
  if (missing.kind === 'path') {
    const { caIssuersUris } = accessOf(certificate);
    return [httpOnly(caIssuersUris).map((url) => ({ kind: 'certificate', url }))];
  }
  const issuer = missing.kind === 'revoked' || missing.isFinal ? undefined : missing.authorities[0];
  if (issuer === undefined) return [];
  const ocsp = httpOnly(accessOf(certificate).ocspUris);
  return [
    ocsp.map((url) => ({ kind: 'ocsp', url, certificate, issuer })),
    httpOnly(crlUris(certificate)).map((url) => ({ kind: 'crl', url })),
  ];
}

/** Names the answer: two certificates' answers of one responder are two. */
export function keyOf(place: EvidencePlace): string {
  if (place.kind !== 'ocsp') return `${place.kind} ${place.url}`;
  return `ocsp ${place.url} ${place.certificate.sha256Thumbprint} ${place.issuer.sha256Thumbprint}`;
}

function accessOf(certificate: Certificate): { ocspUris: readonly string[]; caIssuersUris: readonly string[] } {
  return readable(() => certificate.authorityInfoAccess) ?? { ocspUris: [], caIssuersUris: [] };
}

function crlUris(certificate: Certificate): string[] {
  return (readable(() => certificate.crlDistributionPoints) ?? []).flatMap(({ name }) =>
    name?.kind === 'fullName'
      ? name.names.flatMap((one) => (one.kind === 'uniformResourceIdentifier' ? one.text : []))
      : [],
  );
}

/** Null for an extension that cannot be read: path validation names it. */
function readable<Value>(read: () => Value | null): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Asn1Error) return null;
    throw error;
  }
}

function httpOnly(uris: readonly string[]): string[] {
  return [...new Set(uris.filter((uri) => /^https?:/i.test(uri)))].slice(0, MAX_ADDRESSES);
}
