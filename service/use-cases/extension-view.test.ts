import { describe, expect, it } from 'vitest';
import type { SignatureRequest, StoredFile } from '../domain/records.ts';
import { acceptUnit, storedFile } from '../persistence/sample-records.suite.ts';
import { extensionView } from './extension-view.ts';

const OUTPUT = storedFile('out', { sha256: 'c'.repeat(64), size: 7 });

function view(changes: Partial<SignatureRequest>, output: StoredFile | null = OUTPUT) {
  const unit = acceptUnit({ request: { kind: 'Renewal', profile: 'LTA', renewalOf: 'signed', ...changes } });
  const [input] = unit.files;
  if (input === undefined) throw new Error('There is one.');
  const { request } = unit;
  return extensionView({ request, input, output, additionalInputs: [], appearance: null });
}

describe('the view of an extension', () => {
  it('tells of an output only when it is Completed: bytes of an attempt that goes on are nobody’s', () => {
    const none = { outputSha256: null, outputSize: null, contentUrl: null };
    expect(view({ status: 'Processing' })).toMatchObject(none);
    expect(view({ status: 'Failed' })).toMatchObject(none);
    expect(view({ status: 'Completed' })).toMatchObject({ outputSha256: OUTPUT.sha256, outputSize: 7 });
  });

  it('keeps hash and size of what was deleted, without an address', () => {
    const deleted = { ...OUTPUT, deletedAt: new Date(0) };
    expect(view({ status: 'Completed' }, deleted)).toMatchObject({ outputSha256: OUTPUT.sha256, contentUrl: null });
  });

  it('has its address below what it is', () => {
    const renewal = view({ status: 'Completed' });
    expect(renewal).toMatchObject({ kind: 'Renewal', contentUrl: `/api/v1/renewals/${renewal.id}/content` });
    expect(renewal.signatureId).toBe('signed');
    const extension = view({ kind: 'Extension', renewalOf: null });
    expect(extension).toMatchObject({ kind: 'Extension', statusUrl: `/api/v1/extensions/${extension.id}` });
  });

  it('says since when it waits, from its place in the queue where nothing else is known', () => {
    const [queuedAt, waitingSince] = [new Date(1_000), new Date(2_000)];
    expect(view({ queuedAt, waitingSince, waitReason: null }).waitingSince).toBeNull();
    const waitReason = 'PROVIDER_BUSY' as const;
    expect(view({ queuedAt, waitingSince, waitReason }).waitingSince).toBe(waitingSince.toISOString());
    expect(view({ queuedAt, waitingSince: null, waitReason }).waitingSince).toBe(queuedAt.toISOString());
  });
});
