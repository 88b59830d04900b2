import { describe, expect, it } from 'vitest';
import type { CertificateDescriptor } from '../../service/contract/http/providers.ts';
import { preselect, readSigner, signerToStore } from './certificate-choice.ts';

const certificate = (id: string, fields: Partial<CertificateDescriptor> = {}): CertificateDescriptor => ({
  ...{ id, thumbprint: id, sha256Thumbprint: id, subject: `CN=${id}`, issuer: 'CN=CA', serialNumber: '01' },
  ...{ notBefore: '2026-01-01T00:00:00.000Z', notAfter: '2028-01-01T00:00:00.000Z', providerId: 'p' },
  ...{ providerType: 'SmartCard', keyAlgorithm: 'RSA', keySize: 2048, keyUsage: ['nonRepudiation'] },
  ...{ canSign: true, cannotSignReason: null, waitReason: null, pinPrompt: 'stored', isDemo: false },
  ...fields,
});
const ANNA = certificate('anna');
const SEAL = certificate('seal');
const DEMO = certificate('demo', { isDemo: true });

describe('preselect', () => {
  it('offers the demo identity only where nothing real is set up, there or not', () => {
    const lastUsed = null;
    expect(preselect({ certificates: [DEMO], hasRealProvider: false, lastUsed })).toBe('demo');
    expect(preselect({ certificates: [DEMO], hasRealProvider: true, lastUsed })).toBeNull();
    expect(preselect({ certificates: [DEMO, ANNA], hasRealProvider: true, lastUsed })).toBe('anna');
  });

  it('does not offer the demo identity again once something real is set up', () => {
    const lastUsed = { id: 'demo', name: 'Demo Signer' };
    expect(preselect({ certificates: [DEMO, ANNA], hasRealProvider: false, lastUsed })).toBe('demo');
    expect(preselect({ certificates: [DEMO, ANNA], hasRealProvider: true, lastUsed })).toBe('anna');
    expect(preselect({ certificates: [DEMO], hasRealProvider: true, lastUsed })).toBeNull();
  });

  it('waits for the signer of the last time instead of offering another', () => {
    const lastUsed = { id: 'anna', name: 'Anna Grüber' };
    expect(preselect({ certificates: [SEAL, DEMO], hasRealProvider: true, lastUsed })).toBe('anna');
    expect(preselect({ certificates: [SEAL, ANNA], hasRealProvider: true, lastUsed })).toBe('anna');
  });

  it('offers a card whose PIN a person enters when it is asked for, and no other that waits', () => {
    const waits = (waitReason: CertificateDescriptor['waitReason']) => [
      certificate('a', { canSign: false, waitReason }),
    ];
    const offered = (certificates: CertificateDescriptor[]) =>
      preselect({ certificates, hasRealProvider: true, lastUsed: null });
    expect(offered(waits('PIN_ASKED'))).toBe('a');
    expect(offered(waits('PIN_LOCKED'))).toBeNull();
  });

  it('offers nobody who cannot sign', () => {
    const certificates = [certificate('old', { canSign: false })];
    expect(preselect({ certificates, hasRealProvider: true, lastUsed: null })).toBeNull();
  });
});

describe('the remembered signer', () => {
  it('comes back as it was', () => {
    const signer = { id: 'ab12', name: 'Anna\nGrüber' };
    expect(readSigner(signerToStore(signer))).toEqual({ id: 'ab12', name: 'Anna Grüber' });
  });

  it('is nobody where nothing or an id alone was kept', () => {
    for (const stored of [null, '', 'ab12', '\nAnna']) expect(readSigner(stored)).toBeNull();
  });
});
