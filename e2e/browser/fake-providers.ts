import type { CertificateDescriptor, ProviderItem } from '../../service/contract/http/providers.ts';
import type { DiagnosisCase } from './fake-diagnoses.ts';
import { DAY, hash, iso } from './fake-values.ts';

/** Providers, their certificates, and what a diagnosis finds of each. */
export const PROVIDERS: readonly ProviderItem[] = [
  {
    id: 'desk-card',
    type: 'SmartCard',
    displayName: 'Card reader at the desk',
    status: 'Healthy',
    detail: null,
    isDemo: false,
  },
  {
    id: 'demo',
    type: 'Pfx',
    displayName: 'Demo identity',
    status: 'Healthy',
    detail: null,
    isDemo: true,
  },
  {
    id: 'seal-hsm',
    type: 'Hsm',
    displayName: 'Company seal',
    status: 'Degraded',
    detail: 'The PIN is asked for when a document is to be signed.',
    isDemo: false,
  },
  {
    id: 'usb-token',
    type: 'Pkcs11',
    displayName: 'USB token (blue)',
    status: 'Unavailable',
    detail: 'The token was removed or is not readable; insert it again. (CKR_DEVICE_REMOVED)',
    isDemo: false,
  },
];

/** What is wrong with each of them. */
export const DIAGNOSES: Readonly<Record<string, DiagnosisCase>> = {
  'desk-card': 'healthy',
  'seal-hsm': 'pin-latched',
  'usb-token': 'no-token',
};

function certificate(seed: string, fields: Partial<CertificateDescriptor>): CertificateDescriptor {
  return {
    id: hash('sha256', seed).toUpperCase(),
    thumbprint: hash('sha1', seed).toUpperCase(),
    sha256Thumbprint: hash('sha256', seed).toUpperCase(),
    subject: 'CN=Somebody',
    issuer: 'CN=Trust Centre Signing CA 3,O=Trust Centre AG,C=AT',
    serialNumber: hash('sha1', `${seed}-serial`).slice(0, 32).toUpperCase(),
    notBefore: iso(-400 * DAY),
    notAfter: iso(690 * DAY),
    providerId: 'desk-card',
    providerType: 'SmartCard',
    keyAlgorithm: 'RSA',
    keySize: 3072,
    keyUsage: ['digitalSignature', 'nonRepudiation'],
    canSign: true,
    cannotSignReason: null,
    waitReason: null,
    pinPrompt: 'stored',
    isDemo: false,
    ...fields,
  };
}

export const CERTIFICATES: readonly CertificateDescriptor[] = [
  certificate('demo', {
    subject: 'CN=Demo Signer,O=Signing Station Demo',
    issuer: 'CN=Signing Station Demo CA',
    providerId: 'demo',
    providerType: 'Pfx',
    keySize: 2048,
    isDemo: true,
  }),
  certificate('anna', {
    subject: 'SERIALNUMBER=7781-22,CN=Anna Grüber,O=Stadtwerke Linz,C=AT',
    keyAlgorithm: 'EC',
    keySize: 384,
  }),
  certificate('seal', {
    subject: 'CN=Stadtwerke Linz Electronic Seal,O=Stadtwerke Linz,C=AT',
    providerId: 'seal-hsm',
    providerType: 'Hsm',
    notAfter: iso(12 * DAY),
  }),
  certificate('old', {
    subject: 'CN=Anna Grüber (old card),O=Stadtwerke Linz,C=AT',
    notAfter: iso(-61 * DAY),
    canSign: false,
    cannotSignReason: `Expired at ${iso(-61 * DAY)}.`,
    waitReason: null,
  }),
  certificate('auth', {
    subject: 'CN=<img src=x onerror=alert(1)> Authentication,O=Stadtwerke Linz\\, Netze',
    keyUsage: ['keyAgreement'],
    canSign: false,
    cannotSignReason: 'The key usage of the certificate does not allow signatures.',
    waitReason: null,
  }),
];
