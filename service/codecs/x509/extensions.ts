import { Asn1Error } from '../asn1/asn1-error.ts';
import type { Asn1Element } from '../asn1/asn1-element.ts';
import { readDer } from '../asn1/asn1-reader.ts';
import { contextConstructed, contextPrimitive, TAG } from '../asn1/tags.ts';
import { readGeneralName, readGeneralNames, type GeneralName } from './general-name.ts';
import { OID_ACCESS_METHOD } from './object-identifiers.ts';

const MAX_EXTENSIONS = 100;

export interface Extension {
  readonly oid: string;
  readonly critical: boolean;
  /** DER of the extension's own type. */
  readonly value: Uint8Array;
}

/** Extensions by OID. A duplicate or an empty list is refused (RFC 5280 4.2, 4.1). */
export function readExtensions(element: Asn1Element): ReadonlyMap<string, Extension> {
  const extensions = new Map<string, Extension>();
  for (const item of element.children(TAG.sequence)) {
    const cursor = item.cursor(TAG.sequence);
    const oid = cursor.next().oid();
    // An explicit FALSE is not DER, but some authorities write it and nothing hangs on it.
    const critical = cursor.optional(TAG.boolean)?.boolean() ?? false;
    const value = cursor.next().octetString();
    cursor.finish();
    if (extensions.has(oid)) throw new Asn1Error('ASN1_STRUCTURE_INVALID', `Extension ${oid} twice`, item.start);
    extensions.set(oid, { oid, critical, value });
    if (extensions.size > MAX_EXTENSIONS) throw new Asn1Error('ASN1_ELEMENTS_EXCEEDED', 'Too many extensions');
  }
  if (extensions.size === 0) throw new Asn1Error('ASN1_STRUCTURE_INVALID', 'No extensions in the list', element.start);
  return extensions;
}

export interface BasicConstraints {
  readonly isCa: boolean;
  readonly pathLength: number | null;
}

export function readBasicConstraints(value: Uint8Array): BasicConstraints {
  const cursor = readDer(value).cursor(TAG.sequence);
  const isCa = cursor.optional(TAG.boolean)?.boolean() ?? false;
  const pathLength = cursor.optional(TAG.integer)?.smallInteger() ?? null;
  cursor.finish();
  return { isCa, pathLength };
}

export const KEY_USAGES = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
] as const;
export type KeyUsage = (typeof KEY_USAGES)[number];

export function readKeyUsage(value: Uint8Array): KeyUsage[] {
  return readDer(value)
    .namedBits()
    .flatMap((bit) => KEY_USAGES[bit] ?? []);
}

export function readExtendedKeyUsage(value: Uint8Array): string[] {
  const purposes = readDer(value).children(TAG.sequence);
  if (purposes.length === 0) throw new Asn1Error('ASN1_STRUCTURE_INVALID', 'No key purpose in the list');
  return purposes.map((purpose) => purpose.oid());
}

export interface AuthorityKeyIdentifier {
  readonly keyIdentifier: Uint8Array | null;
  readonly issuer: readonly GeneralName[] | null;
  /** Two's complement content octets. */
  readonly serialNumber: Uint8Array | null;
}

export function readAuthorityKeyIdentifier(value: Uint8Array): AuthorityKeyIdentifier {
  const cursor = readDer(value).cursor(TAG.sequence);
  const keyIdentifier = cursor.optional(contextPrimitive(0))?.content ?? null;
  const issuer = cursor.optional(contextConstructed(1));
  const serialNumber = cursor.optional(contextPrimitive(2))?.content ?? null;
  cursor.finish();
  return { keyIdentifier, issuer: issuer && readGeneralNames(issuer), serialNumber };
}

export function readSubjectKeyIdentifier(value: Uint8Array): Uint8Array {
  return readDer(value).octetString();
}

export function readSubjectAltName(value: Uint8Array): GeneralName[] {
  return readGeneralNames(readDer(value).expect(TAG.sequence));
}

export interface NameConstraints {
  readonly permitted: readonly GeneralName[];
  readonly excluded: readonly GeneralName[];
}

export function readNameConstraints(value: Uint8Array): NameConstraints {
  const cursor = readDer(value).cursor(TAG.sequence);
  const permitted = cursor.optional(contextConstructed(0))?.children().map(readSubtree) ?? [];
  const excluded = cursor.optional(contextConstructed(1))?.children().map(readSubtree) ?? [];
  cursor.finish();
  if (permitted.length + excluded.length === 0) throw new Asn1Error('ASN1_STRUCTURE_INVALID', 'Empty name constraints');
  return { permitted, excluded };
}

/** RFC 5280 4.2.1.10: minimum MUST be zero (so DER leaves it out) and maximum MUST be absent. */
function readSubtree(element: Asn1Element): GeneralName {
  const cursor = element.cursor(TAG.sequence);
  const base = readGeneralName(cursor.next());
  cursor.finish();
  return base;
}

export function readCertificatePolicies(value: Uint8Array): string[] {
  const policies = readDer(value)
    .children(TAG.sequence)
    .map((information) => information.cursor(TAG.sequence).next().oid());
  if (policies.length === 0 || new Set(policies).size !== policies.length) {
    throw new Asn1Error('ASN1_STRUCTURE_INVALID', 'Empty or repeated certificate policies');
  }
  return policies;
}

export interface PolicyMapping {
  readonly issuerDomainPolicy: string;
  readonly subjectDomainPolicy: string;
}

export function readPolicyMappings(value: Uint8Array): PolicyMapping[] {
  return readDer(value)
    .children(TAG.sequence)
    .map((mapping) => {
      const cursor = mapping.cursor(TAG.sequence);
      const issuerDomainPolicy = cursor.next().oid();
      const subjectDomainPolicy = cursor.next().oid();
      cursor.finish();
      return { issuerDomainPolicy, subjectDomainPolicy };
    });
}

export interface PolicyConstraints {
  readonly requireExplicitPolicy: number | null;
  readonly inhibitPolicyMapping: number | null;
}

export function readPolicyConstraints(value: Uint8Array): PolicyConstraints {
  const cursor = readDer(value).cursor(TAG.sequence);
  const explicit = cursor.optional(contextPrimitive(0));
  const mapping = cursor.optional(contextPrimitive(1));
  cursor.finish();
  return {
    requireExplicitPolicy: explicit?.smallInteger(contextPrimitive(0)) ?? null,
    inhibitPolicyMapping: mapping?.smallInteger(contextPrimitive(1)) ?? null,
  };
}

export function readInhibitAnyPolicy(value: Uint8Array): number {
  return readDer(value).smallInteger();
}

export interface AuthorityInfoAccess {
  readonly ocspUris: readonly string[];
  readonly caIssuersUris: readonly string[];
}

export function readAuthorityInfoAccess(value: Uint8Array): AuthorityInfoAccess {
  const ocspUris: string[] = [];
  const caIssuersUris: string[] = [];
  for (const description of readDer(value).children(TAG.sequence)) {
    const cursor = description.cursor(TAG.sequence);
    const method = cursor.next().oid();
    const uris = urisOf([readGeneralName(cursor.next())]);
    cursor.finish();
    if (method === OID_ACCESS_METHOD.ocsp) ocspUris.push(...uris);
    if (method === OID_ACCESS_METHOD.caIssuers) caIssuersUris.push(...uris);
  }
  return { ocspUris, caIssuersUris };
}

function urisOf(names: readonly GeneralName[]): string[] {
  return names.flatMap((name) => (name.kind === 'uniformResourceIdentifier' ? name.text : []));
}
