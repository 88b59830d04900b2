import './in-english.suite.ts';
import { describe, expect, it } from 'vitest';
import { explainEnd, explainHold } from './ended-request.ts';
import { explainFailure } from './explanation.ts';

describe('what is said of a request without an output', () => {
  it('says why a document ended without an output, and nothing where somebody took it back', () => {
    const said = { errorMessage: null, errorSentence: null, failureArea: null };
    const titleOf = (status: 'Failed' | 'Cancelled' | 'Queued', errorCode: string | null): string | undefined =>
      explainEnd({ status, errorCode, ...said })?.title;
    expect(titleOf('Failed', null)).toBe(explainFailure(null).title);
    expect(titleOf('Cancelled', 'APPROVAL_REFUSED')).toBe('Refused at the station');
    expect(titleOf('Cancelled', 'APPROVAL_EXPIRED')).toBe('Nobody approved it in time');
    expect(titleOf('Cancelled', 'SIGNING_PROVIDER_UNAVAILABLE')).toBeUndefined();
    expect(titleOf('Queued', 'APPROVAL_REFUSED')).toBeUndefined();
  });

  it('says what holds a document up: a fault, what it waits for, or why it is tried again', () => {
    const said = { errorMessage: 'The card is away.', errorSentence: null, failureArea: 'token' } as const;
    const holdOf = (
      status: 'Queued' | 'Failed' | 'RetryScheduled' | 'Completed',
      errorCode: string | null,
      waitReason: 'TOKEN_ABSENT' | null = null,
    ) => explainHold({ status, errorCode, waitReason, ...said }, 'It goes on by itself.');
    expect(holdOf('Queued', null, 'TOKEN_ABSENT')).toMatchObject({
      advice: 'It goes on by itself.',
      ...{ detail: 'The card is away.', code: null, area: 'token' },
    });
    expect(holdOf('Queued', null)).toBeNull();
    expect(holdOf('RetryScheduled', 'TIMESTAMP_OPERATION_FAILED')?.code).toBe('TIMESTAMP_OPERATION_FAILED');
    expect(holdOf('RetryScheduled', null)).toBeNull();
    expect(holdOf('Failed', 'TIMESTAMP_OPERATION_FAILED')?.detail).toBe('The card is away.');
    expect(holdOf('Completed', null)).toBeNull();
  });
});
