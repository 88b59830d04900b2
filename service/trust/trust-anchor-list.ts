import { parseCertificate } from '../codecs/x509/certificate.ts';
import type { TrustAnchors, TrustedListsView } from '../contract/http/trust-anchors.ts';
import type { ListsReading } from './lists/lists-in-force.ts';
import type { TrustReading } from './trust-material.ts';

/** The anchors of a reading with where each lies, the first to end first; `now` decides which are in date. */
export function trustAnchorList({ anchors, unread, lists, material }: TrustReading, now: Date): TrustAnchors {
  const views = anchors.map(({ der, folder, file }) => {
    const certificate = parseCertificate(der);
    const { notBefore, notAfter } = certificate;
    return {
      subject: certificate.subject.toString(),
      issuer: certificate.issuer.toString(),
      serialNumber: certificate.serialNumberHex,
      sha256Thumbprint: certificate.sha256Thumbprint,
      notBefore: notBefore.toISOString(),
      notAfter: notAfter.toISOString(),
      isInDate: notBefore <= now && now <= notAfter,
      folder,
      file,
    };
  });
  return {
    anchors: views.toSorted((left, right) => left.notAfter.localeCompare(right.notAfter)),
    unread: [...unread],
    lists: lists === undefined ? null : { ...viewOf(lists), areAnchors: material.lists?.areAnchors === true },
  };
}

function viewOf({ accepted, refused }: ListsReading): Omit<TrustedListsView, 'areAnchors'> {
  return {
    accepted: accepted.map(({ name, territory, operator, sequenceNumber, issuedAt, nextUpdate, services }) => ({
      ...{ name, territory, operator, sequenceNumber, services },
      issuedAt: issuedAt.toISOString(),
      nextUpdate: nextUpdate?.toISOString() ?? null,
    })),
    refused: [...refused],
  };
}
