import { createHash } from 'node:crypto';
import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import type { TrustedList } from '../../codecs/trusted-list/trusted-list.ts';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import type { CompactList } from '../../verification/trusted-lists/compact-list.ts';

/** What verification needs of a list; a certificate that cannot be parsed is left out, each other one is there once. */
export function compactListOf(list: TrustedList): CompactList {
  const certificates: CompactList['certificates'] = [];
  const places = new Map<string, number | null>();
  const placeOf = (der: Uint8Array): number[] => {
    const base64 = Buffer.from(der).toString('base64');
    if (!places.has(base64)) {
      const described = describe(der, base64);
      places.set(base64, described === null ? null : certificates.push(described) - 1);
    }
    const place = places.get(base64) ?? null;
    return place === null ? [] : [place];
  };
  return {
    territory: list.territory,
    operator: list.operator,
    sequenceNumber: list.sequenceNumber,
    issuedAt: list.issuedAt.toISOString(),
    nextUpdate: list.nextUpdate?.toISOString() ?? null,
    services: list.services.map(({ provider, certificates: ders, keyIdentifiers, periods }) => ({
      provider,
      certificates: ders.flatMap(placeOf),
      keyIdentifiers: ders.length > 0 ? [] : keyIdentifiers.map((octets) => Buffer.from(octets).toString('base64')),
      periods: periods.map((period) => ({ ...period, from: period.from.toISOString() })),
    })),
    certificates,
  };
}

function describe(der: Uint8Array, base64: string): CompactList['certificates'][number] | null {
  try {
    const { sha256Thumbprint, subject, publicKey } = parseCertificate(der);
    const keyHash = createHash('sha256').update(publicKey.der).digest('hex');
    return { der: base64, sha256Thumbprint, subjectKey: subject.key, keyHash };
  } catch (error) {
    if (error instanceof Asn1Error) return null;
    throw error;
  }
}
