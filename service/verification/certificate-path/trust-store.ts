import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { parseCrl, type Crl } from '../../codecs/crl/crl.ts';
import { parseOcspResponse, type OcspResponse } from '../../codecs/ocsp/ocsp-response.ts';
import { parseCertificate, type Certificate } from '../../codecs/x509/certificate.ts';
import type { TrustMaterial } from '../verification.ts';
import { CheckedSignatures } from './checked-signatures.ts';
import { ListedServices } from './listed-services.ts';
import { UnansweredQuestions } from './unanswered-questions.ts';

/** TrustMaterial, parsed and indexed once. Items that do not parse are left out: they prove nothing. */
export interface TrustStore {
  readonly anchors: readonly Certificate[];
  /** SHA-256 of the DER of anchors, those of trusted lists among them. */
  readonly anchorThumbprints: ReadonlySet<string>;
  /** Anchors and intermediates by the comparison key of their subject. */
  readonly bySubject: ReadonlyMap<string, readonly Certificate[]>;
  /** Services of trusted lists. */
  readonly listed: ListedServices;
  /** CRLs by the comparison key of their issuer. */
  readonly crlsByIssuer: ReadonlyMap<string, readonly Crl[]>;
  readonly ocspResponses: readonly OcspResponse[];
  /** Signature checks between certificates and on evidence, by their bytes: whoever trusts what, they end the same. */
  readonly checkedSignatures: CheckedSignatures;
  /** What this material left open about the document that is being judged. */
  readonly unanswered: UnansweredQuestions;
}

/** Of this process. The same CA is checked once for all documents, also where the material comes with each of them. */
const checkedSignatures = new CheckedSignatures();
const stores = new WeakMap<TrustMaterial, TrustStore>();

/** Parses and indexes the material; the same object gives the same store. */
export function openTrustStore(material: TrustMaterial): TrustStore {
  const known = stores.get(material);
  if (known !== undefined) return known;
  const anchors = parseAll(material.trustAnchors, parseCertificate);
  const intermediates = parseAll(material.intermediates, parseCertificate);
  const listed = new ListedServices(material.lists ?? NO_LISTS);
  const store: TrustStore = {
    anchors,
    anchorThumbprints: new Set([...anchors.map((anchor) => anchor.sha256Thumbprint), ...listed.anchorThumbprints]),
    listed,
    bySubject: groupBy([...anchors, ...intermediates], (certificate) => certificate.subject.key),
    crlsByIssuer: groupBy(parseAll(material.crls, parseCrl), (crl) => crl.issuer.key),
    ocspResponses: parseAll(material.ocspResponses, (der) => parseOcspResponse(der).response).filter((r) => r !== null),
    checkedSignatures,
    unanswered: new UnansweredQuestions(),
  };
  stores.set(material, store);
  return store;
}

const NO_LISTS = { lists: [], areAnchors: false };

/** What was fetched beside the configured material; parsed, not trusted. */
export interface FetchedEvidence {
  readonly certificates: readonly Certificate[];
  readonly crls: readonly Crl[];
  readonly ocspResponses: readonly OcspResponse[];
}

/** The same anchors, with more certificates and evidence to look among. */
export function extendedStore(store: TrustStore, { certificates, crls, ocspResponses }: FetchedEvidence): TrustStore {
  return {
    ...store,
    bySubject: groupBy([...[...store.bySubject.values()].flat(), ...certificates], ({ subject }) => subject.key),
    crlsByIssuer: groupBy([...[...store.crlsByIssuer.values()].flat(), ...crls], ({ issuer }) => issuer.key),
    ocspResponses: [...store.ocspResponses, ...ocspResponses],
  };
}

/** Certificates of the station with this subject: anchors, intermediates, and services of trusted lists. */
export function certificatesOfStation(store: TrustStore, subjectKey: string): readonly Certificate[] {
  return [...(store.bySubject.get(subjectKey) ?? []), ...store.listed.named(subjectKey)];
}

/** Whether an anchor of a path is one by a trusted list alone. */
export function isListedAnchor({ anchors, listed }: TrustStore, { sha256Thumbprint }: Certificate): boolean {
  if (!listed.anchorThumbprints.has(sha256Thumbprint)) return false;
  return anchors.every((anchor) => anchor.sha256Thumbprint !== sha256Thumbprint);
}

/**
 * Whether this is one of the configured certificates, byte for byte. RFC 5280 6.1.1 (d) asks for name and key only, but
 * then a document could bring an anchor's name and key in a certificate of its own, with other dates and constraints.
 */
export function isAnchor(store: TrustStore, certificate: Certificate): boolean {
  return store.anchorThumbprints.has(certificate.sha256Thumbprint);
}

export function hasSameNameAndKey(left: Certificate, right: Certificate): boolean {
  return Buffer.compare(left.publicKey.der, right.publicKey.der) === 0 && left.subject.key === right.subject.key;
}

/** Parses what can be parsed. */
export function parseAll<Parsed>(items: readonly Uint8Array[], parse: (der: Uint8Array) => Parsed): Parsed[] {
  return items.flatMap((item) => {
    try {
      return [parse(item)];
    } catch (error) {
      if (error instanceof Asn1Error) return [];
      throw error;
    }
  });
}

export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
