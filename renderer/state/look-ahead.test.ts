import { describe, expect, it, vi } from 'vitest';
import type { WaitingDocuments } from '../../service/contract/http/approvals.ts';
import { createLookAhead } from './look-ahead.ts';

const found = (sha256: string): WaitingDocuments => ({ documents: [{ sha256, pageCount: 2, signers: [] }] });

describe('looking ahead', () => {
  it('asks about each request once, one after the other, in the order of the list', async () => {
    let open = 0;
    const waitingDocuments = vi.fn(async (id: string) => {
      open += 1;
      expect(open).toBe(1);
      await Promise.resolve();
      open -= 1;
      return found(id);
    });
    const looked: string[] = [];
    const ahead = createLookAhead({ waitingDocuments }, (id) => looked.push(id));
    ahead.want(['a', 'b']);
    ahead.want(['a', 'b', 'c']);
    await vi.waitFor(() => expect(looked).toEqual(['a', 'b', 'c']));
    ahead.want(['a', 'b', 'c']);
    expect(waitingDocuments.mock.calls).toEqual([['a'], ['b'], ['c']]);
  });

  it('goes on behind one that cannot be looked at, and leaves out what waits no more', async () => {
    const waitingDocuments = vi.fn((id: string) =>
      id === 'a' ? Promise.reject(new Error('It does not wait.')) : Promise.resolve(found(id)),
    );
    const looked: string[] = [];
    const ahead = createLookAhead({ waitingDocuments }, (id) => looked.push(id));
    ahead.want(['a', 'b', 'c']);
    ahead.want(['c']);
    await vi.waitFor(() => expect(looked).toEqual(['c']));
  });

  it('ends with the page', async () => {
    const waitingDocuments = vi.fn((id: string) => Promise.resolve(found(id)));
    const ahead = createLookAhead({ waitingDocuments }, () => undefined);
    ahead.want(['a', 'b']);
    ahead.stop();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(waitingDocuments).toHaveBeenCalledTimes(1);
  });
});
