import type { CertificateDescriptor, ProviderItem } from '../contract/http/providers.ts';
import type { VerificationOutcome, VerificationTask } from '../verification/verification.ts';

/** What providers and the verifier answer in tests. */

export const DEMO_PROVIDER: ProviderItem = {
  id: 'pfx',
  type: 'Pfx',
  displayName: 'Demo',
  status: 'Healthy',
  detail: null,
  isDemo: true,
};

export function descriptor(changes: Partial<CertificateDescriptor> = {}): CertificateDescriptor {
  return {
    id: 'B'.repeat(64),
    thumbprint: 'A'.repeat(40),
    sha256Thumbprint: 'B'.repeat(64),
    subject: 'CN=Demo Signer',
    issuer: 'CN=Demo CA',
    serialNumber: '01',
    notBefore: '2020-01-01T00:00:00.000Z',
    notAfter: '2099-01-01T00:00:00.000Z',
    providerId: 'pfx',
    providerType: 'Pfx',
    keyAlgorithm: 'RSA',
    keySize: 2048,
    keyUsage: ['digitalSignature'],
    canSign: true,
    cannotSignReason: null,
    waitReason: null,
    pinPrompt: 'stored',
    isDemo: true,
    ...changes,
  };
}

export function validOutcome(task: VerificationTask): VerificationOutcome {
  return {
    overallStatus: 'VALID',
    isValid: true,
    reasonCodes: ['SIG_VALID', 'CERT_VALID'],
    checkedAt: task.at.toISOString(),
    format: task.format,
    detail: null,
    limitations: 'A test double.',
    signature: {
      cryptoValid: true,
      signerThumbprint: 'A'.repeat(40),
      signerSubject: 'CN=x',
      reasonCodes: ['SIG_VALID'],
    },
    certificate: {
      isValid: true,
      subject: 'CN=x',
      issuer: 'CN=y',
      thumbprint: 'A'.repeat(40),
      notBefore: null,
      notAfter: null,
      reasonCodes: ['CERT_VALID'],
      chainStatus: [],
      revocation: { status: 'Unknown', source: 'Offline', detail: null },
    },
    signatures: [],
    changes: [],
  };
}
