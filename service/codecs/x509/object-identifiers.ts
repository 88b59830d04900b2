/** Extensions of RFC 5280 4.2 and 5.2, RFC 6960, X.509 (expiredCertsOnCRL), and Common PKI 2.0 part 4 (CertHash). */
export const OID_EXTENSION = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  issuerAltName: '2.5.29.18',
  basicConstraints: '2.5.29.19',
  crlNumber: '2.5.29.20',
  reasonCode: '2.5.29.21',
  invalidityDate: '2.5.29.24',
  deltaCrlIndicator: '2.5.29.27',
  issuingDistributionPoint: '2.5.29.28',
  certificateIssuer: '2.5.29.29',
  nameConstraints: '2.5.29.30',
  cRLDistributionPoints: '2.5.29.31',
  certificatePolicies: '2.5.29.32',
  policyMappings: '2.5.29.33',
  authorityKeyIdentifier: '2.5.29.35',
  policyConstraints: '2.5.29.36',
  extKeyUsage: '2.5.29.37',
  freshestCrl: '2.5.29.46',
  inhibitAnyPolicy: '2.5.29.54',
  expiredCertsOnCrl: '2.5.29.60',
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  qcStatements: '1.3.6.1.5.5.7.1.3',
  ocspNoCheck: '1.3.6.1.5.5.7.48.1.5',
  ocspNonce: '1.3.6.1.5.5.7.48.1.2',
  ocspArchiveCutoff: '1.3.6.1.5.5.7.48.1.6',
  ocspCertHash: '1.3.36.8.3.13',
} as const;

export const OID_ANY_POLICY = '2.5.29.32.0';

/** Key purposes (RFC 5280 4.2.1.12, RFC 9336, and the one Microsoft software writes for document signing). */
export const OID_KEY_PURPOSE = {
  any: '2.5.29.37.0',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
  emailProtection: '1.3.6.1.5.5.7.3.4',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
  documentSigning: '1.3.6.1.5.5.7.3.36',
  microsoftDocumentSigning: '1.3.6.1.4.1.311.10.3.12',
} as const;

/** What documents are signed for: RFC 9336 and what certificates for people have had before it. */
export const DOCUMENT_PURPOSES: readonly string[] = [
  OID_KEY_PURPOSE.any,
  OID_KEY_PURPOSE.emailProtection,
  OID_KEY_PURPOSE.documentSigning,
  OID_KEY_PURPOSE.microsoftDocumentSigning,
];

/** Whether a certificate with this extended key usage may sign documents; null: it has none, and may. */
export function isForDocuments(purposes: readonly string[] | null): boolean {
  return purposes === null || purposes.some((oid) => DOCUMENT_PURPOSES.includes(oid));
}

export const OID_ACCESS_METHOD = { ocsp: '1.3.6.1.5.5.7.48.1', caIssuers: '1.3.6.1.5.5.7.48.2' } as const;

export const OID_KEY = {
  rsaEncryption: '1.2.840.113549.1.1.1',
  rsassaPss: '1.2.840.113549.1.1.10',
  ecPublicKey: '1.2.840.10045.2.1',
  ed25519: '1.3.101.112',
  ed448: '1.3.101.113',
} as const;

export const OID_MGF1 = '1.2.840.113549.1.1.8';
