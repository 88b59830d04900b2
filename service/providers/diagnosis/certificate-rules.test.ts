import { describe, expect, it } from 'vitest';
import type { DiagnosedCertificate, Finding } from '../../contract/http/diagnosis.ts';
import { CERTIFICATE_RULES } from './certificate-rules.ts';
import { viewOf, type DiagnosisFacts } from './facts.ts';
import { HEALTHY, inKeyFile } from './sample-facts.suite.ts';

function found(change: Partial<DiagnosisFacts>): Finding[] {
  const facts = { ...HEALTHY, ...change };
  return CERTIFICATE_RULES.flatMap((rule) => rule(facts, viewOf(facts)));
}

const told = (change: Partial<DiagnosisFacts>) => found(change).map(({ code, severity }) => [code, severity]);
const keyless = { hasVisibleKey: false, keyPair: 'absent' } as const;

describe('what lies in a key file that opens', () => {
  it('is nothing to tell of where a certificate has its key, whatever issuers lie beside it', () => {
    expect(told(inKeyFile({}))).toEqual([]);
    expect(told(inKeyFile({}, { ...keyless, isAuthority: true }))).toEqual([]);
    expect(told(inKeyFile({ isAuthority: true }))).toEqual([]);
  });

  it.each<readonly [string, Partial<DiagnosedCertificate>]>([
    ['CERTIFICATE_WITHOUT_KEY', keyless],
    ['KEY_TOO_WEAK', { keyObstacle: 'The RSA key has 1024 bits; 2048 are needed.' }],
    ['KEY_KIND_UNSUPPORTED', { keyKind: null }],
    ['CERTIFICATE_EXPIRED', { notAfter: '2026-12-31T00:00:00.000Z' }],
    ['CERTIFICATE_NOT_YET_VALID', { notBefore: '2027-01-02T00:00:00.000Z' }],
    ['CERTIFICATE_USAGE_FORBIDS_SIGNING', { keyUsage: ['keyEncipherment'] }],
  ])('is %s where its only certificate has that fault, and a warning beside one that signs', (code, fields) => {
    expect(told(inKeyFile(fields))).toEqual([[code, 'error']]);
    expect(told(inKeyFile(fields, {}))).toEqual([[code, 'warning']]);
    const [{ cause, cure } = { cause: '', cure: '' }] = found(inKeyFile(fields));
    expect(`${cause} ${cure}`).not.toContain('on the token');
  });

  it('is a missing certificate where only a key or issuers are there', () => {
    expect(told(inKeyFile())).toEqual([['CERTIFICATE_MISSING', 'error']]);
    expect(found(inKeyFile({ ...keyless, isAuthority: true }))).toMatchObject([
      { cause: 'The PFX file /a.p12 holds no signing certificate.' },
    ]);
  });

  it('is what cannot be read of it', () => {
    const { keeping = HEALTHY.keeping } = inKeyFile();
    const contents = { certificates: [], unreadCertificates: ['A certificate cannot be read: it is cut off.'] };
    expect(told({ ...inKeyFile(), keeping: { ...keeping, contents } })).toEqual([['CERTIFICATE_UNREADABLE', 'error']]);
  });
});
