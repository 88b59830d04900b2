import { expect, it } from 'vitest';
import type { CertificateRecord, SignatureRequest } from '../domain/records.ts';
import { requestInWork } from '../domain/sample-request.suite.ts';
import type { Persistence, RequestDetails } from '../persistence/persistence.ts';
import { getSignature } from './get-signature.ts';
import { listSignatures } from './list-signatures.ts';

const AT = new Date(0);
const CALLER = { tenantId: 'default', actor: 'anonymous', correlationId: null };
const file = { id: 'f', storageKey: 'k', originalFileName: 'a.pdf', contentType: 'application/pdf', size: 1 };
const signed = { status: 'Completed', certificateId: 'record' } as const;

async function thumbprints(changes: Partial<SignatureRequest>): Promise<(string | null)[]> {
  const input = { ...file, sha256: '00', createdAt: AT, deletedAt: null, stagedKey: null };
  const request = requestInWork(AT, changes);
  const details: RequestDetails = { request, input, additionalInputs: [], output: null, appearance: null };
  const certificate: Partial<CertificateRecord> = { id: 'record', thumbprint: 'THE-ONE' };
  const store: Partial<Record<keyof Persistence, () => unknown>> = {
    findRequest: () => Promise.resolve(details),
    listRequests: () => Promise.resolve({ items: [details], nextCursor: null }),
    listCertificateRecords: () => Promise.resolve([certificate]),
  };
  const ports = { persistence: store as unknown as Persistence };
  const list = await listSignatures(ports, CALLER, { limit: 1, cursor: null }, {});
  const one = await getSignature(ports, CALLER, request.id);
  return [one, ...list.items].map((view) => view.certificateThumbprint);
}

it('tells the certificate that signed where none was asked for', async () => {
  expect(await thumbprints(signed)).toEqual(['THE-ONE', 'THE-ONE']);
  expect(await thumbprints({ ...signed, certificateThumbprint: 'ASKED' })).toEqual(['ASKED', 'ASKED']);
  expect(await thumbprints({})).toEqual([null, null]);
});
