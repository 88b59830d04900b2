import { createHash, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import { issue, NOW, trust } from '../cades/cms-forgery.suite.ts';
import type { CompactList } from '../trusted-lists/compact-list.ts';
import type { TrustMaterial } from '../verification.ts';
import { evaluateCertificate } from './evaluate-certificate.ts';
import { openTrustStore } from './trust-store.ts';
import { withListedTrust } from './listed-trust.ts';

const TYPE = 'http://uri.etsi.org/TrstSvc/Svctype/';
const STATUS = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/';
const [caDer = new Uint8Array()] = trust.trustAnchors;
const ca = parseCertificate(caDer);
const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const signer = parseCertificate(issue(publicKey));

interface Listed {
  readonly type?: string;
  readonly periods?: readonly (readonly [status: string, from: string])[];
  readonly keyIdentifiers?: readonly string[];
}

function listOf({
  type = 'CA/QC',
  periods = [['granted', '2026-03-01T00:00:00Z']],
  keyIdentifiers = [],
}: Listed): CompactList {
  const keyHash = createHash('sha256').update(ca.publicKey.der).digest('hex');
  const certificate = {
    ...{ der: Buffer.from(caDer).toString('base64'), sha256Thumbprint: ca.sha256Thumbprint },
    ...{ subjectKey: ca.subject.key, keyHash },
  };
  const isNamed = keyIdentifiers.length === 0;
  return {
    ...{ territory: 'XA', operator: 'Operator', sequenceNumber: 3 },
    ...{ issuedAt: '2026-09-01T00:00:00Z', nextUpdate: '2027-01-01T00:00:00Z' },
    certificates: isNamed ? [certificate] : [],
    services: [
      {
        ...{ provider: 'Provider', certificates: isNamed ? [0] : [], keyIdentifiers: [...keyIdentifiers] },
        periods: periods.map(([status, from]) => ({
          type: TYPE + type,
          name: 'Service',
          status: STATUS + status,
          from,
        })),
      },
    ],
  };
}

function material(listed: Listed, areAnchors: boolean, anchors: readonly Uint8Array[] = []): TrustMaterial {
  const lists = { lists: [listOf(listed)], files: [], areAnchors };
  return { trustAnchors: anchors, intermediates: [], crls: [], ocspResponses: [], lists };
}

function judge(trusted: TrustMaterial, purpose: 'documentSigning' | 'timeStamping' = 'documentSigning', at = NOW) {
  const store = openTrustStore(trusted);
  const { result, chain } = evaluateCertificate({
    ...{ certificate: signer, candidates: [], store, at, revocationMode: 'Offline', purpose },
  });
  return { ...withListedTrust(result, chain, at, store), isTrusted: !result.reasonCodes.includes('CERT_UNTRUSTED') };
}

describe('services of trusted lists', () => {
  it('tell where a certificate comes from, and are nothing to end a path in', () => {
    const { isValid, reasonCodes, trust: told } = judge(material({}, false));
    expect([isValid, reasonCodes.includes('CERT_UNTRUSTED')]).toEqual([false, true]);
    expect(told).toEqual([
      {
        ...{ territory: 'XA', sequenceNumber: 3, provider: 'Provider', service: 'Service', type: `${TYPE}CA/QC` },
        ...{ status: `${STATUS}granted`, from: '2026-03-01T00:00:00Z', at: NOW.toISOString() },
        certificate: 'CN=Forgery Test CA',
      },
    ]);
  });

  it('tell the same of paths to configured anchors', () => {
    const { isValid, trust: told } = judge(material({}, false, [caDer]));
    expect([isValid, told?.length]).toEqual([true, 1]);
  });

  it('end paths where the settings say so', () => {
    expect(judge(material({}, true)).isValid).toBe(true);
  });

  it.each<[string, Listed]>([
    [
      'withdrawn',
      {
        periods: [
          ['withdrawn', '2026-06-01T00:00:00Z'],
          ['granted', '2026-03-01T00:00:00Z'],
        ],
      },
    ],
    ['not listed yet', { periods: [['granted', '2026-12-01T00:00:00Z']] }],
    ['not one that issues certificates', { type: 'TSA/QTST' }],
    ['of a kind that nobody knows', { type: 'CA/QC/x' }],
  ])('do not end paths of signers when they are %s', (_, listed) => {
    expect(judge(material(listed, true)).isValid).toBe(false);
    expect(judge(material(listed, true, [caDer])).isValid).toBe(true);
  });

  it('are judged by their status at the time in question', () => {
    const listed: Listed = {
      periods: [
        ['withdrawn', '2026-09-01T00:00:00Z'],
        ['granted', '2026-03-01T00:00:00Z'],
      ],
    };
    const before = judge(material(listed, true), 'documentSigning', new Date('2026-08-31T00:00:00Z'));
    expect([before.isValid, before.trust?.[0]?.status]).toEqual([true, `${STATUS}granted`]);
    const after = judge(material(listed, true));
    expect([after.isValid, after.trust?.[0]?.status]).toEqual([false, `${STATUS}withdrawn`]);
    const early = judge(material(listed, true), 'documentSigning', new Date('2026-02-01T00:00:00Z'));
    expect(early.trust?.[0]).toMatchObject({ status: null, from: null });
  });

  it('are found by the identifier of their key, made of the key and not of what a certificate claims', () => {
    const identifier = createHash('sha1').update(ca.publicKey.bits).digest('base64');
    const listed = material({ keyIdentifiers: [identifier] }, true, [caDer]);
    expect(judge(listed).trust).toHaveLength(1);
    const claimed = Buffer.from(ca.subjectKeyIdentifier ?? []).toString('base64');
    expect(claimed).not.toBe(identifier);
    expect(judge(material({ keyIdentifiers: [claimed] }, true, [caDer])).trust).toBeUndefined();
  });
});
