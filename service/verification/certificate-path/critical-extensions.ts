import type { Certificate } from '../../codecs/x509/certificate.ts';
import { OID_EXTENSION } from '../../codecs/x509/object-identifiers.ts';

/** Extensions whose meaning is taken into account here; any other that is critical ends a path (RFC 5280 6.1.4 o). */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  OID_EXTENSION.basicConstraints,
  OID_EXTENSION.keyUsage,
  OID_EXTENSION.extKeyUsage,
  OID_EXTENSION.subjectAltName,
  OID_EXTENSION.nameConstraints,
  OID_EXTENSION.certificatePolicies,
  OID_EXTENSION.policyMappings,
  OID_EXTENSION.policyConstraints,
  OID_EXTENSION.inhibitAnyPolicy,
  OID_EXTENSION.subjectKeyIdentifier,
  OID_EXTENSION.authorityKeyIdentifier,
  OID_EXTENSION.cRLDistributionPoints,
]);

export function hasUnknownCriticalExtension(certificate: Certificate): boolean {
  return [...certificate.extensions.values()].some(({ oid, critical }) => critical && !UNDERSTOOD.has(oid));
}
