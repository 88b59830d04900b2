import { describe, expect, it, vi } from 'vitest';
import { createLinkValidationData, VALIDATION_DATA_PROTOCOL } from './link-validation-data.ts';

const at = new Date('2026-06-01T00:00:00Z');
const der = (number: number): Uint8Array => Uint8Array.of(0x30, 1, number);

describe('validation data over a link', () => {
  it('is asked for with each certificate once, so that many signatures by few signers are no question too long', async () => {
    const call = vi.fn(() => Promise.resolve({ certificates: [], crls: [], ocspResponses: [] }));
    const source = createLinkValidationData({ call } as never);
    const certificates = Array.from({ length: 150 }, (_, index) => der(index % 2));
    await source.validationData({ certificates, at });
    await source.requireUnrevoked({ certificates, at, asksOnline: false });
    const distinct = [der(0), der(1)];
    expect(call.mock.calls).toEqual([
      ['validationData', { certificates: distinct, at }],
      ['requireUnrevoked', { certificates: distinct, at, asksOnline: false }],
    ]);
    const { params } = VALIDATION_DATA_PROTOCOL.requireUnrevoked;
    expect(params.safeParse({ certificates, at, asksOnline: false }).success).toBe(false);
  });
});
