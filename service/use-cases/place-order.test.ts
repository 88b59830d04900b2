import { describe, expect, it } from 'vitest';
import { placeOrder, type Order, type OrderWishes } from './place-order.ts';
import { PLAIN_WISHES } from './plain-wishes.suite.ts';

const place = (wishes: Partial<OrderWishes>) => placeOrder({ ...PLAIN_WISHES, ...wishes });
const ANCHORED = { rect: null, anchor: 'Signed by', template: null };

describe('an order', () => {
  it.each<[string, Partial<OrderWishes>]>([
    ['an operation that the format lacks', { operation: 'cosign' }],
    ['a packaging that the format lacks', { packaging: 'detached' }],
    ['a stamp outside of PDF', { format: 'CAdES', visibleSignature: true }],
    ['a note outside of PDF', { format: 'XAdES', signatureNote: 'Seen' }],
    ['a page outside of PDF', { format: 'ASiC_S', appearancePageNumber: 2 }],
    ['an image outside of PDF', { format: 'ASiC_E', hasImage: true }],
    ['a field outside of PDF', { format: 'CAdES', signatureField: 'Approval' }],
    ['a certification outside of PDF', { format: 'CAdES', certification: 'FillForms' }],
    ['a place outside of PDF', { format: 'CAdES', stampOptions: ANCHORED }],
    ['a page beside a field', { signatureField: 'Approval', appearancePageNumber: 2 }],
    ['a place beside a page', { stampOptions: ANCHORED, appearancePageNumber: 2 }],
    ['a place beside a field', { stampOptions: ANCHORED, signatureField: 'Approval' }],
  ])('is none with %s', (_, wishes) => {
    expect(() => place(wishes)).toThrow(expect.objectContaining({ code: 'SIGNATURE_REQUEST_INVALID' }) as Error);
  });

  it('has the usual packaging of its format, and none where something is added to a file', () => {
    expect(place({ format: 'XAdES' }).packaging).toBe('enveloped');
    expect(place({ format: 'XAdES', packaging: 'detached' }).packaging).toBe('detached');
    expect(place({ format: 'CAdES', operation: 'cosign' }).packaging).toBeNull();
  });

  it('has a visible signature where anything is said of its stamp', () => {
    expect(place({}).visibleSignature).toBe(false);
    expect(place({ appearancePageNumber: 3 })).toMatchObject({ visibleSignature: false, appearancePageNumber: 3 });
    for (const said of [
      { visibleSignature: true },
      { signatureNote: 'Seen' },
      { hasImage: true },
      { stampOptions: ANCHORED },
    ]) {
      expect(place(said)).toMatchObject({ visibleSignature: true, appearancePageNumber: 1 });
    }
  });

  it('is made here alone: what has the same fields is not taken for one', () => {
    // @ts-expect-error -- put together by hand, past the rules
    const byHand: Order = { ...PLAIN_WISHES, appearancePageNumber: 1 };
    expect(byHand).toBeDefined();
  });
});
