import { describe, expect, it } from 'vitest';
import type { DssDocument } from './dss-verdicts.ts';
import { levelsOfDss, provenLevelsOfDss, timestampsOfDss } from './lasting-as-dss.ts';

type DssSignature = DssDocument['signatures'][number];

const intact = (format: string, more: Partial<DssSignature> = {}): DssSignature => ({
  ...{ indication: 'TOTAL_PASSED', subIndication: null, format, sigIntact: true, sigValid: true },
  ...more,
});

describe('levels as DSS tells them', () => {
  it('are those of all signatures but counter-signatures', () => {
    const signatures = [intact('CAdES_BASELINE_T'), intact('CAdES_BASELINE_B'), intact('CAdES_BES', { counter: true })];
    expect(levelsOfDss({ signatures })).toEqual(['B', 'T']);
  });

  it('are not compared where a signature is broken or of no baseline level, or where there is none', () => {
    const broken = intact('XAdES_BASELINE_T', { sigIntact: false });
    expect(levelsOfDss({ signatures: [intact('XAdES_BASELINE_B'), broken] })).toBeNull();
    expect(levelsOfDss({ signatures: [intact('XAdES_BASELINE_B'), intact('PKCS7_B')] })).toBeNull();
    expect(levelsOfDss({ signatures: [] })).toBeNull();
  });
});

it('takes a level of DSS for one that is reached only where all timestamps hold for DSS, too', () => {
  const good = { time: 'Sun Jan 06 16:49:04 UTC 2019', intact: true, valid: true };
  const signatures = [intact('PAdES_BASELINE_T', { timestamps: [good] })];
  expect(provenLevelsOfDss({ signatures, docTimestamps: [good] })).toEqual(['T']);
  for (const broken of [{ intact: false }, { valid: false }]) {
    const document = { signatures, docTimestamps: [{ ...good, ...broken }] };
    expect([levelsOfDss(document), provenLevelsOfDss(document)]).toEqual([['T'], null]);
  }
});

it('counts a timestamp that several signatures share once', () => {
  const shared = { time: 'Sun Jan 06 16:49:04 UTC 2019', intact: true, valid: true };
  const signatures = [intact('PAdES_BASELINE_T', { timestamps: [shared] }), intact('PAdES_BASELINE_T')];
  const docTimestamps = [shared, { ...shared, intact: false }];
  expect(timestampsOfDss({ signatures, docTimestamps })).toEqual([
    '2019-01-06T16:49:04 NOT intact',
    '2019-01-06T16:49:04 intact',
  ]);
  expect(timestampsOfDss({ signatures: [intact('PAdES_BASELINE_B')] })).toBeNull();
});
