import type { HealthReport } from '../../service/contract/http/health.ts';
import type { SettingView } from '../../service/contract/http/settings.ts';
import type { TrustAnchors, TrustAnchorView } from '../../service/contract/http/trust-anchors.ts';

/** Health, trusted certificates and settings. */
export const HEALTH: HealthReport = {
  status: 'Degraded',
  checks: [
    { name: 'database', status: 'Healthy', detail: null },
    { name: 'storage', status: 'Healthy', detail: null },
    { name: 'broker', status: 'Healthy', detail: null },
    { name: 'worker', status: 'Healthy', detail: null },
    { name: 'outbox-publisher', status: 'Healthy', detail: null },
    { name: 'signing-providers', status: 'Degraded', detail: 'Unavailable: USB token (blue).' },
  ],
};

function anchor(fields: Partial<TrustAnchorView>): TrustAnchorView {
  return {
    ...{
      subject: 'CN=Example Root CA 2024, O=Example Trust, C=AA',
      issuer: 'CN=Example Root CA 2024',
      serialNumber: '01',
    },
    ...{ sha256Thumbprint: 'AB'.repeat(32), notBefore: '2024-01-01T00:00:00Z', notAfter: '2044-01-01T00:00:00Z' },
    ...{ isInDate: true, folder: 'trust-anchors', file: 'example-root-2024.crt' },
    ...fields,
  };
}

export const TRUST_ANCHORS: TrustAnchors = {
  anchors: [
    anchor({
      ...{ subject: 'CN=Example Root CA 2004, O=Example Trust, C=AA', sha256Thumbprint: 'CD'.repeat(32) },
      ...{ notAfter: '2024-06-30T00:00:00Z', isInDate: false, file: 'example-root-2004.pem' },
    }),
    anchor({}),
  ],
  unread: [{ kind: 'CRL', file: 'half.crl', reason: 'its PEM text is not complete' }],
  lists: {
    areAnchors: false,
    accepted: [
      {
        ...{ name: 'https://lists.example/lotl.xml', territory: 'EU', operator: 'Example Commission' },
        ...{ sequenceNumber: 341, services: 0, issuedAt: '2026-08-01T00:00:00Z', nextUpdate: '2027-01-31T00:00:00Z' },
      },
      {
        ...{ name: 'https://lists.example/AA.xml', territory: 'AA', operator: 'Example Supervisory Body' },
        ...{ sequenceNumber: 27, services: 64, issuedAt: '2026-07-15T00:00:00Z', nextUpdate: '2027-01-14T00:00:00Z' },
      },
    ],
    refused: [
      {
        ...{ name: 'https://lists.example/BB.xml', code: 'LIST_SIGNATURE_INVALID' },
        reason: 'Its signature does not hold (SIG_CRYPTO_INVALID).',
      },
    ],
  },
};

export const SETTINGS: readonly SettingView[] = [
  { key: 'Environment', value: 'Production', origin: "the program's defaults" },
  { key: 'Server:Port', value: '8447', origin: 'the argument --Server:Port' },
  { key: 'Server:TrustedProxies', value: '', origin: 'the built-in defaults' },
  {
    key: 'Signing:Pkcs11:0:ModulePath',
    value: '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so',
    origin: 'the file /home/desk/.local/share/signing-station/config.json',
  },
  { key: 'Timestamping:Url', value: null, origin: 'the built-in defaults' },
];
