import { createHash } from 'node:crypto';
import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { parseCertificate, type Certificate } from '../../codecs/x509/certificate.ts';
import type { ListedTrust } from '../../contract/http/verification.ts';
import type { CompactList, ListedService, TrustedLists } from '../trusted-lists/compact-list.ts';
import type { KeyPurpose } from './key-purpose.ts';

type ListedCertificate = CompactList['certificates'][number];

interface Entry {
  readonly list: CompactList;
  readonly service: ListedService;
}

const TYPE = 'http://uri.etsi.org/TrstSvc/Svctype/';
const STATUS = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/';

/** Statuses under which a service was in force: those of today, and those of before July 2016 (TS 119 612 5.5.4). */
const IN_FORCE: ReadonlySet<string> = new Set(
  [
    ...['granted', 'recognisedatnationallevel', 'undersupervision', 'supervisionincessation', 'accredited'],
    ...['setbynationallaw'],
  ].map((status) => STATUS + status),
);

/** Of services that issue certificates, and of those that make timestamps (TS 119 612 5.5.1). */
const ISSUES_CERTIFICATES = /^CA\/(QC|PKC)$|^NationalRootCA-QC$/;
const MAKES_TIMESTAMPS = /^TSA(\/|$)/;
const MAX_MATCHES = 10;

/**
 * The services of trusted lists, by key. A service is its key (TS 119 612 5.5.3): every certificate of that name and key
 * is its own. Certificates are parsed when somebody asks for their name.
 */
export class ListedServices {
  readonly #bySubject = new Map<string, Map<string, ListedCertificate>>();
  readonly #byKey = new Map<string, Entry[]>();
  readonly #byKeyIdentifier = new Map<string, Entry[]>();
  readonly #parsed = new Map<string, readonly Certificate[]>();
  /** SHA-256 of the certificates that a path may end in, where the settings say so. */
  readonly anchorThumbprints: ReadonlySet<string>;

  constructor({ lists, areAnchors }: Pick<TrustedLists, 'lists' | 'areAnchors'>) {
    const anchors = new Set<string>();
    for (const list of lists) {
      for (const service of list.services) this.#add(list, service, areAnchors ? anchors : null);
    }
    this.anchorThumbprints = anchors;
  }

  #add(list: CompactList, service: ListedService, anchors: Set<string> | null): void {
    const entry = { list, service };
    const mayEndPaths = service.periods.some(({ type }) => issuesCertificates(type) || makesTimestamps(type));
    for (const place of service.certificates) {
      const certificate = list.certificates[place];
      if (certificate === undefined) continue;
      push(this.#byKey, certificate.keyHash, entry);
      const named = this.#bySubject.get(certificate.subjectKey) ?? new Map<string, ListedCertificate>();
      this.#bySubject.set(certificate.subjectKey, named.set(certificate.sha256Thumbprint, certificate));
      if (mayEndPaths) anchors?.add(certificate.sha256Thumbprint);
    }
    for (const identifier of service.keyIdentifiers) push(this.#byKeyIdentifier, identifier, entry);
  }

  /** Certificates of services with this subject; they may complete a path. */
  named(subjectKey: string): readonly Certificate[] {
    const known = this.#parsed.get(subjectKey);
    if (known !== undefined) return known;
    const listed = [...(this.#bySubject.get(subjectKey)?.values() ?? [])];
    const parsed = listed.flatMap(parsedOrNone);
    this.#parsed.set(subjectKey, parsed);
    return parsed;
  }

  /**
   * The services that the nearest listed certificate of a chain stands for, with their status at that time; `chain` is
   * from the certificate in question upwards, which may be listed itself, as timestamp units are.
   */
  issuersOf(chain: readonly Certificate[], at: Date): ListedTrust[] {
    for (const certificate of chain) {
      const entries = this.#entriesOf(certificate);
      if (entries.length > 0) return entries.slice(0, MAX_MATCHES).map((entry) => describe(entry, certificate, at));
    }
    return [];
  }

  /** Whether a path for this purpose may end in a certificate of `anchorThumbprints`: its service was in force then. */
  isInForce(anchor: Certificate, purpose: KeyPurpose, at: Date): boolean {
    return this.#entriesOf(anchor).some(({ service }) => {
      const period = periodAt(service, at);
      if (period === null || !IN_FORCE.has(period.status)) return false;
      return issuesCertificates(period.type) || (purpose === 'timeStamping' && makesTimestamps(period.type));
    });
  }

  #entriesOf(certificate: Certificate): readonly Entry[] {
    if (this.#byKey.size + this.#byKeyIdentifier.size === 0) return [];
    const keyHash = createHash('sha256').update(certificate.publicKey.der).digest('hex');
    const byKey = this.#byKey.get(keyHash);
    if (byKey !== undefined) return [...new Set(byKey)];
    if (this.#byKeyIdentifier.size === 0) return [];
    // The identifier is made of the key itself (RFC 5280 4.2.1.2): what a certificate claims of it proves nothing.
    const identifier = createHash('sha1').update(certificate.publicKey.bits).digest('base64');
    return this.#byKeyIdentifier.get(identifier) ?? [];
  }
}

/** The period that a service was in at a time; null before it was listed. */
function periodAt({ periods }: ListedService, at: Date): ListedService['periods'][number] | null {
  return periods.find(({ from }) => new Date(from) <= at) ?? null;
}

function describe({ list, service }: Entry, certificate: Certificate, at: Date): ListedTrust {
  const period = periodAt(service, at);
  return {
    territory: list.territory,
    sequenceNumber: list.sequenceNumber,
    provider: service.provider,
    service: (period ?? service.periods[0])?.name ?? '',
    type: (period ?? service.periods[0])?.type ?? '',
    status: period?.status ?? null,
    from: period?.from ?? null,
    at: at.toISOString(),
    certificate: certificate.subject.toString(),
  };
}

function issuesCertificates(type: string): boolean {
  return type.startsWith(TYPE) && ISSUES_CERTIFICATES.test(type.slice(TYPE.length));
}

function makesTimestamps(type: string): boolean {
  return type.startsWith(TYPE) && MAKES_TIMESTAMPS.test(type.slice(TYPE.length));
}

function parsedOrNone({ der }: ListedCertificate): Certificate[] {
  try {
    return [parseCertificate(new Uint8Array(Buffer.from(der, 'base64')))];
  } catch (error) {
    if (error instanceof Asn1Error) return [];
    throw error;
  }
}

function push(map: Map<string, Entry[]>, key: string, entry: Entry): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [entry]);
  else known.push(entry);
}
