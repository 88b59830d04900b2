import { describe, expect, it } from 'vitest';
import type { TimestampFinding } from '../contract/http/verification.ts';
import { absentCertificate } from './certificate-path/evaluate-certificate.ts';
import { distinctTimestamps, tellsOf } from './token-of-finding.ts';

const told = (status: TimestampFinding['status'] = 'VALID'): TimestampFinding => ({
  ...{ kind: 'DocumentTimestamp', status, time: '2026-11-28T01:33:27.000Z', isIntact: true },
  ...{ certificate: absentCertificate(), reasonCodes: ['TIMESTAMP_VALID'], detail: null },
});
const [one, other] = [Buffer.from([1]), Buffer.from([2])];

describe('timestamps of several signatures', () => {
  it('are told of once where they are the same token', () => {
    expect(distinctTimestamps([tellsOf(told(), one), tellsOf(told(), Buffer.from(one))])).toHaveLength(1);
    expect(distinctTimestamps([told(), told()])).toHaveLength(1);
  });

  it('are told of each where two are of one second and alike in all else', () => {
    expect(distinctTimestamps([tellsOf(told(), one), tellsOf(told(), other)])).toHaveLength(2);
  });

  it('are told of twice where one token is judged in two ways', () => {
    expect(distinctTimestamps([tellsOf(told(), one), tellsOf(told('INDETERMINATE'), one)])).toHaveLength(2);
  });
});
