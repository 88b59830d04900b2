import { describe, expect, it } from 'vitest';
import { checkFieldChoice, checkFiles, checkOperation, checkStamp, packagingFor } from './order-rules.ts';

const file = (clientFileName: string, size = 1) => ({ clientFileName, size });
const INVALID = expect.objectContaining({ code: 'SIGNATURE_REQUEST_INVALID' }) as Error;

describe('the files of an order', () => {
  it('are one, and several for ASiC-E or where something is added to a detached signature', () => {
    checkFiles('PAdES', [file('a.pdf')]);
    checkFiles('ASiC_E', [file('a'), file('b'), file('c')]);
    checkFiles('CAdES', [file('a.p7s'), file('a.txt')], 'cosign');
    expect(() => checkFiles('PAdES', [])).toThrow(INVALID);
    expect(() => checkFiles('CAdES', [file('a'), file('b')])).toThrow(INVALID);
    expect(() => checkFiles('CAdES', [file('a'), file('b'), file('c')], 'countersign')).toThrow(INVALID);
  });

  it('are not empty, which is a fault of the document', () => {
    expect(() => checkFiles('ASiC_E', [file('a'), file('b', 0)])).toThrow(
      expect.objectContaining({ code: 'SIGNATURE_REQUEST_INVALID', area: 'document' }) as Error,
    );
  });

  it('have different names, also once what a name must not hold is taken away', () => {
    expect(() => checkFiles('ASiC_E', [file('a.txt'), file('a.txt')])).toThrow(INVALID);
    expect(() => checkFiles('ASiC_E', [file('x/a.txt'), file('y/a.txt')])).toThrow(INVALID);
  });
});

describe('what is for PDF only', () => {
  it('is the stamp', () => {
    checkStamp('PAdES', true);
    checkStamp('XAdES', false);
    for (const format of ['CAdES', 'XAdES', 'ASiC_S', 'ASiC_E'] as const) {
      expect(() => checkStamp(format, true)).toThrow(INVALID);
    }
  });

  it('is the field and the certification, and a field has its own page', () => {
    const none = { hasField: false, isCertified: false, hasPage: false };
    checkFieldChoice('CAdES', none);
    checkFieldChoice('PAdES', { ...none, hasField: true, isCertified: true });
    checkFieldChoice('PAdES', { ...none, isCertified: true, hasPage: true });
    expect(() => checkFieldChoice('CAdES', { ...none, hasField: true })).toThrow(INVALID);
    expect(() => checkFieldChoice('XAdES', { ...none, isCertified: true })).toThrow(INVALID);
    expect(() => checkFieldChoice('PAdES', { ...none, hasField: true, hasPage: true })).toThrow(INVALID);
  });
});

describe('the operation of an order', () => {
  const order: Parameters<typeof checkOperation>[0] = {
    format: 'CAdES',
    profile: 'B',
    operation: 'cosign',
    packaging: null,
    targetSignature: null,
    containerSignature: null,
  };

  it('is one that the format takes', () => {
    checkOperation(order);
    expect(() => checkOperation({ ...order, format: 'PAdES' })).toThrow(INVALID);
    expect(() => checkOperation({ ...order, format: 'ASiC_E', operation: 'countersign' })).toThrow(INVALID);
  });

  it('names a signature when it counter-signs one, and takes no packaging', () => {
    checkOperation({ ...order, operation: 'countersign', targetSignature: '1' });
    expect(() => checkOperation({ ...order, targetSignature: '1' })).toThrow(INVALID);
    expect(() => checkOperation({ ...order, operation: 'sign', targetSignature: '1' })).toThrow(INVALID);
    expect(() => checkOperation({ ...order, packaging: 'detached' })).toThrow(INVALID);
  });

  it('says of a new container only which kind of signatures it has', () => {
    checkOperation({ ...order, format: 'ASiC_E', operation: 'sign', containerSignature: 'XAdES' });
    expect(() => checkOperation({ ...order, operation: 'sign', containerSignature: 'CAdES' })).toThrow(INVALID);
    expect(() => checkOperation({ ...order, format: 'ASiC_E', containerSignature: 'XAdES' })).toThrow(INVALID);
  });

  it('counter-signs at level B only', () => {
    checkOperation({ ...order, profile: 'LTA' });
    expect(() => checkOperation({ ...order, operation: 'countersign', profile: 'T' })).toThrow(
      expect.objectContaining({ code: 'SIGNATURE_PROFILE_UNSUPPORTED' }) as Error,
    );
  });
});

describe('the packaging of an order', () => {
  it('is what was asked for, or the usual one of the format', () => {
    expect(packagingFor('CAdES', 'detached')).toBe('detached');
    expect(packagingFor('CAdES', null)).toBe('encapsulated');
    expect(packagingFor('XAdES', null)).toBe('enveloped');
    expect(packagingFor('PAdES', null)).toBeNull();
    expect(() => packagingFor('CAdES', 'enveloped')).toThrow(INVALID);
    expect(() => packagingFor('PAdES', 'detached')).toThrow(INVALID);
  });
});
