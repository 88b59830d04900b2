import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { readDer } from '../../codecs/asn1/asn1-reader.ts';
import { contextConstructed, TAG } from '../../codecs/asn1/tags.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import type { NameConstraints } from '../../codecs/x509/extensions.ts';
import { readText } from '../../codecs/x509/directory-string.ts';
import type { GeneralName } from '../../codecs/x509/general-name.ts';
import type { Name } from '../../codecs/x509/name.ts';
import type { WorkBudget } from '../work-budget.ts';

/** Names times subtrees that one path may cost. */
const MAX_COMPARISONS = 250_000;

/** What comparing a name with a subtree costs, in nanoseconds, and what each of their bytes adds. */
const COMPARISON = { base: 300, byte: 2 } as const;

interface Constraints extends NameConstraints {
  readonly count: number;
  /** Of all subtrees. */
  readonly bytes: number;
}

/**
 * The permitted and excluded subtrees collected from the anchor down (RFC 5280 6.1.1 b, c; 6.1.4 g). Permitted sets
 * of different authorities must each be satisfied; excluded ones add up.
 */
export class NameConstraintState {
  readonly #constraints: Constraints[] = [];
  readonly #budget: WorkBudget;
  #comparisons = 0;

  /** `budget`: of the document for which the path is judged. */
  constructor(budget: WorkBudget) {
    this.#budget = budget;
  }

  add(constraints: NameConstraints): void {
    const subtrees = [...constraints.permitted, ...constraints.excluded];
    const bytes = subtrees.reduce((sum, subtree) => sum + sizeOf(subtree), 0);
    this.#constraints.push({ ...constraints, count: subtrees.length, bytes });
  }

  /**
   * Whether every name of the certificate is allowed. A form of name that cannot be compared is not. Each comparison is
   * charged before it is made. Throws WorkExceededError.
   */
  allows(certificate: Certificate): boolean {
    if (this.#constraints.length === 0) return true;
    const names = namesOf(certificate);
    return this.#constraints.every((constraints) => names.every((name) => this.#isAllowed(name, constraints)));
  }

  #isAllowed(name: GeneralName, { permitted, excluded, count, bytes }: Constraints): boolean {
    this.#comparisons += count;
    if (this.#comparisons > MAX_COMPARISONS) return false;
    this.#budget.charge(count * COMPARISON.base + (count * sizeOf(name) + bytes) * COMPARISON.byte);
    const sameKind = (base: GeneralName): boolean => formOf(base) === formOf(name);
    if (excluded.some((base) => sameKind(base) && mayReachInto(name, base))) return false;
    const relevant = permitted.filter(sameKind);
    return relevant.length === 0 || relevant.some((base) => isWithin(name, base) === true);
  }
}

function sizeOf(name: GeneralName): number {
  switch (name.kind) {
    case 'directoryName':
      return name.name.der.length;
    case 'iPAddress':
      return name.bytes.length;
    case 'other':
      return name.der.length;
    default:
      return name.text.length;
  }
}

function formOf(name: GeneralName): string {
  return name.kind === 'other' ? `other ${name.tag}` : name.kind;
}

/**
 * RFC 5280 4.2.1.10: the subject, all alternative names, and emailAddress of the subject where those have no mailbox.
 * RFC 9598 6: a mailbox in characters beyond ASCII is under the constraints for the others, too.
 */
function namesOf(certificate: Certificate): GeneralName[] {
  const alternatives = certificate.subjectAltName ?? [];
  const hasMailbox = alternatives.some((name) => name.kind === 'rfc822Name');
  const legacyMailboxes = hasMailbox ? [] : certificate.subject.rdns.flat().filter(({ oid }) => oid === OID_EMAIL);
  return [
    ...(certificate.subject.isEmpty ? [] : [{ kind: 'directoryName', name: certificate.subject } as const]),
    ...alternatives,
    ...alternatives.flatMap((name) => (name.kind === 'other' ? internationalMailbox(name.der) : [])),
    ...legacyMailboxes.map(({ text }) => ({ kind: 'rfc822Name', text: text ?? '' }) as const),
  ];
}

const OID_EMAIL = '1.2.840.113549.1.9.1';
const OID_SMTP_UTF8_MAILBOX = '1.3.6.1.5.5.7.8.9';
const OTHER_NAME = contextConstructed(0);

/** One whose characters cannot be read has no host, and is allowed nowhere. */
function internationalMailbox(der: Uint8Array): GeneralName[] {
  try {
    const name = readDer(der);
    if (name.tag !== OTHER_NAME) return [];
    const cursor = name.cursor(OTHER_NAME);
    if (cursor.next().oid() !== OID_SMTP_UTF8_MAILBOX) return [];
    const text = readText(cursor.next().expect(contextConstructed(0)).single().expect(TAG.utf8String));
    return [{ kind: 'rfc822Name', text: text ?? '' }];
  } catch (error) {
    if (error instanceof Asn1Error) return [{ kind: 'rfc822Name', text: '' }];
    throw error;
  }
}

/** Null: this form of name cannot be compared here. */
function isWithin(name: GeneralName, base: GeneralName): boolean | null {
  if (name.kind === 'directoryName' && base.kind === 'directoryName')
    return isDirectoryNameWithin(name.name, base.name);
  if (name.kind === 'dNSName' && base.kind === 'dNSName') return isDnsNameWithin(name.text, base.text);
  if (name.kind === 'rfc822Name' && base.kind === 'rfc822Name') return isMailboxWithin(name.text, base.text);
  if (name.kind === 'iPAddress' && base.kind === 'iPAddress') return isAddressWithin(name.bytes, base.bytes);
  if (name.kind === 'uniformResourceIdentifier' && base.kind === 'uniformResourceIdentifier') {
    return isUriWithin(name.text, base.text);
  }
  return null;
}

/** Names that cannot be compared, and a wildcard that stands for a host in the subtree, count as excluded. */
function mayReachInto(name: GeneralName, base: GeneralName): boolean {
  if (isWithin(name, base) !== false) return true;
  if (name.kind !== 'dNSName' || base.kind !== 'dNSName' || !name.text.startsWith('*.')) return false;
  return base.text.toLowerCase().endsWith(name.text.slice(1).toLowerCase());
}

/** An attribute that is no character string says nothing that could be compared with one that is. */
function isDirectoryNameWithin(name: Name, base: Name): boolean | null {
  const rdns = name.preparedRdns;
  if (base.preparedRdns.every((rdn, index) => rdns[index] === rdn)) return true;
  const hasText = (rdn: Name['rdns'][number]): boolean => rdn.every(({ text }) => text !== null);
  const isComparable = base.rdns.every((rdn, index) => !hasText(rdn) || hasText(name.rdns[index] ?? []));
  return isComparable ? false : null;
}

/**
 * The preferred syntax of RFC 1034, and underscores. A dot at the end, an escape, a blank or a control character lets
 * other programs find the same host under a name that is none of those constrained.
 */
const HOST = /^[\w-]+(?:\.[\w-]+)*$/;

/** A host and all below it; unlike in URIs a leading dot has no meaning here (RFC 5280 4.2.1.10). */
function isDnsNameWithin(name: string, base: string): boolean | null {
  const [host, suffix] = [name.toLowerCase(), base.toLowerCase()];
  if (!HOST.test(host.replace(/^\*\./, '')) || (suffix !== '' && !HOST.test(suffix))) return null;
  return suffix === '' || host === suffix || host.endsWith(`.${suffix}`);
}

/** Of a mailbox or URI: a host, or with a leading dot a domain whose hosts are meant. */
function isHostWithin(name: string, base: string): boolean | null {
  const [host, wanted] = [name.toLowerCase(), base.toLowerCase()];
  if (!HOST.test(host) || !HOST.test(wanted.replace(/^\./, ''))) return null;
  return wanted.startsWith('.') ? host.endsWith(wanted) : host === wanted;
}

/** Within a mailbox, a host, or with a leading dot a domain. Quotation marks are another way to write a local part. */
function isMailboxWithin(mailbox: string, base: string): boolean | null {
  const at = mailbox.lastIndexOf('@');
  const isQuoted = mailbox.startsWith('"');
  if (at < 0 || (mailbox.indexOf('@') !== at && !isQuoted)) return null;
  const baseAt = base.lastIndexOf('@');
  const isAtHost = isHostWithin(mailbox.slice(at + 1), base.slice(baseAt + 1));
  if (baseAt < 0 || isAtHost !== true) return isAtHost;
  if (mailbox.slice(0, at) === base.slice(0, baseAt)) return true;
  return isQuoted || base.startsWith('"') ? null : false;
}

/** Only the host part counts; a URI without a host, or with an address for one, cannot be judged. */
function isUriWithin(uri: string, base: string): boolean | null {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:@[\]]+)(?::\d*)?(?:[/?#]|$)/i.exec(uri)?.[1];
  if (authority === undefined || /^[\d.]+$/.test(authority)) return null;
  return isHostWithin(authority, base);
}

/** The base is an address followed by its mask: 8 bytes for IPv4, 32 for IPv6. */
function isAddressWithin(address: Uint8Array, base: Uint8Array): boolean | null {
  if (base.length !== 8 && base.length !== 32) return null;
  if (address.length !== 4 && address.length !== 16) return null;
  if (address.length * 2 !== base.length) return false;
  return address.every((byte, index) => {
    const mask = base[address.length + index] ?? 0;
    return (byte & mask) === ((base[index] ?? 0) & mask);
  });
}
