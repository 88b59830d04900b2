import { describe, expect, it } from 'vitest';
import { REASON_CODES } from '../contract/vocabulary/reason-codes.ts';
import {
  besideLevel,
  describeFault,
  distinctFaults,
  indeterminate,
  invalid,
  withFaults,
  worstStatus,
} from './fault.ts';
import { UNJUDGED } from './pades/pades-finding.ts';
import { subIndicationOf } from './sub-indication.ts';

const good = {
  ...UNJUDGED,
  status: 'VALID',
  signature: { ...UNJUDGED.signature, cryptoValid: true, reasonCodes: ['SIG_VALID'] },
  reasonCodes: ['SIG_VALID', 'CERT_VALID'],
} as const;
const finding = { ...good, signature: { ...good.signature, reasonCodes: [...good.signature.reasonCodes] } };

describe('combining faults', () => {
  it('gives VALID for nothing, and else the worst', () => {
    expect(worstStatus([])).toBe('VALID');
    expect(worstStatus([indeterminate('SIG_KEY_WEAK'), { status: 'VALID' }])).toBe('INDETERMINATE');
    expect(worstStatus([indeterminate('SIG_KEY_WEAK'), invalid('SIG_CRYPTO_INVALID')])).toBe('INVALID');
  });

  it('keeps of each reason the fault that weighs most', () => {
    const [weak, broken] = [indeterminate('SIG_ALGORITHM_WEAK'), invalid('SIG_ALGORITHM_WEAK')];
    expect(distinctFaults([weak, broken, weak])).toEqual([broken]);
    const [form, hint] = [indeterminate('SIG_FORMAT_INVALID'), besideLevel(indeterminate('SIG_FORMAT_INVALID'))];
    expect(distinctFaults([hint, form, hint])).toEqual([form]);
    expect(distinctFaults([hint, hint])).toEqual([hint]);
  });

  it('never leaves SIG_VALID beside a fault, and says what decides', () => {
    const judged = withFaults(
      { ...finding, reasonCodes: [...finding.reasonCodes] },
      [indeterminate('SIG_COVERAGE_INCOMPLETE', 'part'), invalid('SIG_DIGEST_MISMATCH', 'It was changed.', 'a.txt')],
      'signature',
    );
    expect(judged).toMatchObject({ status: 'INVALID', detail: 'a.txt: It was changed.' });
    expect(judged.reasonCodes).toEqual(['SIG_COVERAGE_INCOMPLETE', 'SIG_DIGEST_MISMATCH', 'CERT_VALID']);
    expect(judged.signature.reasonCodes).not.toContain('SIG_VALID');
  });

  it('leaves to the signature its own codes where the document around it is at fault', () => {
    const judged = withFaults(
      { ...finding, reasonCodes: [...finding.reasonCodes] },
      [invalid('PDF_DOCMDP_VIOLATED')],
      'document',
    );
    expect(judged.signature.reasonCodes).toEqual(['SIG_VALID']);
    expect(judged.reasonCodes).toEqual(['PDF_DOCMDP_VIOLATED', 'CERT_VALID']);
  });

  it('names the place of a fault', () => {
    expect(describeFault(invalid('SIG_NOT_FOUND'))).toBeNull();
    expect(describeFault(invalid('SIG_NOT_FOUND', null, 'META-INF/a.p7s'))).toBe('META-INF/a.p7s');
  });
});

describe('sub-indications', () => {
  it('say nothing of what is VALID', () => {
    expect(REASON_CODES.map((code) => subIndicationOf('VALID', [code]))).toEqual(REASON_CODES.map(() => null));
  });

  it('tell what is broken from what is only not known', () => {
    expect(subIndicationOf('INVALID', ['SIG_VALID', 'SIG_CRYPTO_INVALID'])).toBe('SIG_CRYPTO_FAILURE');
    expect(subIndicationOf('INVALID', ['SIG_ALGORITHM_WEAK'])).toBe('CRYPTO_CONSTRAINTS_FAILURE');
    expect(subIndicationOf('INDETERMINATE', ['SIG_ALGORITHM_WEAK'])).toBe('CRYPTO_CONSTRAINTS_FAILURE_NO_POE');
    expect(subIndicationOf('INDETERMINATE', ['CERT_UNTRUSTED'])).toBe('NO_CERTIFICATE_CHAIN_FOUND');
    expect(indeterminate('CERT_REVOKED').subIndication).toBe('REVOKED_NO_POE');
  });
});
