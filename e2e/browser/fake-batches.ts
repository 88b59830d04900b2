import type { IncomingMessage, ServerResponse } from 'node:http';
import { BatchView, NewBatch } from '../../service/contract/http/batches.ts';
import type { SignatureView } from '../../service/contract/http/signatures.ts';
import { iso, uuid } from './fake-values.ts';
import { readJson, Refusal, sendJson } from './fake-http.ts';

interface FakeSignatures {
  readonly find: (id: string) => SignatureView;
  readonly cancel: (id: string) => unknown;
}

export interface FakeBatches {
  create(request: IncomingMessage, response: ServerResponse): Promise<void>;
  view(id: string): BatchView;
  stop(id: string): BatchView;
  sendContent(response: ServerResponse, id: string): void;
}

/** Batches in memory. */
export function createFakeBatches({ find, cancel }: FakeSignatures): FakeBatches {
  const members = new Map<string, readonly string[]>([
    [uuid('batch'), ['done', 'failed', 'queued', 'cancelled', 'container'].map(uuid)],
  ]);

  function view(id: string): BatchView {
    const ids = members.get(id);
    if (ids === undefined) throw new Refusal('SIGNATURE_INPUT_NOT_FOUND', 'There is no batch with this id.');
    const signatures = ids.map(find);
    const count = (...statuses: string[]): number =>
      signatures.filter(({ status }) => statuses.includes(status)).length;
    const ended = { completed: count('Completed'), failed: count('Failed', 'Rejected'), cancelled: count('Cancelled') };
    return BatchView.parse({
      id,
      createdAt: iso(-90_000),
      counts: {
        total: ids.length,
        ...ended,
        open: ids.length - ended.completed - ended.failed - ended.cancelled,
      },
      contentUrl: `/api/v1/batches/${id}/content`,
      items: signatures.map((signature) => ({ signature, duplicateOf: null })),
    });
  }

  return {
    view,
    async create(request, response) {
      const { signatureIds } = NewBatch.parse(await readJson(request));
      const id = uuid(signatureIds.join());
      members.set(id, signatureIds);
      sendJson(response, 201, view(id));
    },
    stop(id) {
      for (const { signature } of view(id).items) if (signature.status === 'Queued') cancel(signature.id);
      return view(id);
    },
    sendContent(response, id) {
      view(id);
      const disposition = `attachment; filename="batch-2026-11-22.zip"`;
      response.writeHead(200, { 'content-type': 'application/zip', 'content-disposition': disposition });
      response.end('PK');
    },
  };
}
