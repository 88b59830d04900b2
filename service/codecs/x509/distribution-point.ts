import type { Asn1Element } from '../asn1/asn1-element.ts';
import { readDer } from '../asn1/asn1-reader.ts';
import { contextConstructed, contextPrimitive, TAG } from '../asn1/tags.ts';
import { readGeneralNames, type GeneralName } from './general-name.ts';
import { readRdn, type Name, type NameAttribute } from './name.ts';

/** DistributionPointName (RFC 5280 4.2.1.13): full names, or an RDN to be appended to the name of the CRL's issuer. */
export type DistributionPointName =
  | { readonly kind: 'fullName'; readonly names: readonly GeneralName[] }
  | { readonly kind: 'relativeName'; readonly rdn: readonly NameAttribute[] };

/** Which reasons for revocation a CRL is about: numbers of the bits of ReasonFlags, 1 to 8. */
export type ReasonFlags = ReadonlySet<number>;
export const ALL_REASONS: ReasonFlags = new Set([1, 2, 3, 4, 5, 6, 7, 8]);

export interface DistributionPoint {
  readonly name: DistributionPointName | null;
  readonly reasons: ReasonFlags;
  /** Directory names of cRLIssuer; null when the certificate's issuer issues the CRL. */
  readonly crlIssuers: readonly Name[] | null;
}

/** Value of CRLDistributionPoints or FreshestCRL. Throws Asn1Error. */
export function readDistributionPoints(value: Uint8Array): DistributionPoint[] {
  return readDer(value).children(TAG.sequence).map(readDistributionPoint);
}

function readDistributionPoint(element: Asn1Element): DistributionPoint {
  const cursor = element.cursor(TAG.sequence);
  const name = cursor.optional(contextConstructed(0));
  const reasons = cursor.optional(contextPrimitive(1));
  const issuers = cursor.optional(contextConstructed(2));
  cursor.finish();
  return {
    name: name === null ? null : readDistributionPointName(name),
    reasons: reasons === null ? ALL_REASONS : readReasonFlags(reasons, contextPrimitive(1)),
    crlIssuers: issuers === null ? null : directoryNames(readGeneralNames(issuers)),
  };
}

/** `element`: the tag around the CHOICE. */
export function readDistributionPointName(element: Asn1Element): DistributionPointName {
  const choice = element.single();
  if (choice.tag === contextConstructed(1)) return { kind: 'relativeName', rdn: readRdn(choice) };
  return { kind: 'fullName', names: readGeneralNames(choice.expect(contextConstructed(0))) };
}

export function readReasonFlags(element: Asn1Element, tag: number): ReasonFlags {
  return new Set(element.namedBits(tag).filter((bit) => ALL_REASONS.has(bit)));
}

export function directoryNames(names: readonly GeneralName[]): Name[] {
  return names.flatMap((name) => (name.kind === 'directoryName' ? name.name : []));
}
