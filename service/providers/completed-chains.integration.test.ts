import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestCa, type TestCa } from '../../e2e/actors/ca/make-test-ca.ts';
import { completeChain } from './completed-chains.ts';

describe('completeChain', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'station-chains-'));
  let ca: TestCa;
  beforeAll(() => {
    ca = makeTestCa(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('adds the issuers it knows, nearest first, whatever order and rubbish they come in', () => {
    const { certificate } = ca.signer('p-256');
    const [issuing, intermediate] = ca.intermediates;
    const candidates = [new Uint8Array([1, 2, 3]), ca.trustAnchor, ...ca.intermediates.toReversed()];
    const chain = completeChain({ certificate, chain: [] }, candidates);
    expect(chain).toEqual([issuing, intermediate, ca.trustAnchor]);
  });

  it('goes on from what the token has, and stops where no issuer is known', () => {
    const { certificate } = ca.signer('p-256');
    const [issuing, intermediate] = ca.intermediates;
    if (issuing === undefined || intermediate === undefined) throw new Error('There are no intermediates.');
    expect(completeChain({ certificate, chain: [issuing] }, [intermediate])).toEqual([issuing, intermediate]);
    expect(completeChain({ certificate, chain: [] }, [intermediate])).toEqual([]);
  });
});
