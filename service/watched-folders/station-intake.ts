import type { ApprovalRule } from '../contract/vocabulary/approval-rules.ts';
import type { StateFeed } from '../events/state-feed.ts';
import { StationError } from '../domain/station-error.ts';
import type { CreateSignature } from '../use-cases/accept-unit.ts';
import { checkProvider } from '../use-cases/check-provider.ts';
import { createSignature } from '../use-cases/create-signature.ts';
import { openContent } from '../use-cases/open-content.ts';
import type { Caller, UseCasePorts } from '../use-cases/ports.ts';
import type { FolderIntake } from './intake.ts';

/** What every document of a folder is signed with. */
export type FolderOrder = Omit<CreateSignature, 'files' | 'appearance' | 'idempotencyKey' | 'retryOf'>;

/** As what a watched folder calls. */
interface FolderCaller {
  readonly name: string;
  readonly tenantId: string;
  /** Whoever may put a document into the folder is a program like others. */
  readonly approvalRule: ApprovalRule;
  readonly order: FolderOrder;
}

/** Lets a watched folder use the station as any other caller does, under the name that audit events show. */
export function createStationIntake(
  ports: Omit<UseCasePorts, 'stateFeed'>,
  feed: Pick<StateFeed, 'subscribe'>,
  folder: FolderCaller,
): FolderIntake {
  const { tenantId, approvalRule, order, name } = folder;
  const caller: Caller = { tenantId, actor: `folder ${name}`, correlationId: null, approvalRule };
  return {
    async obstacle() {
      try {
        const { signingProvider: providerType, certificateThumbprint: thumbprint } = order;
        // Documents wait where people see them: in the folder, not in the queue.
        await checkProvider(ports, { tenantId, providerType, thumbprint, mayWait: false });
        return null;
      } catch (fault) {
        if (fault instanceof StationError) return fault;
        throw fault;
      }
    },
    find: (key) => ports.persistence.findByIdempotencyKey(tenantId, keyOf(name, key)),
    async accept(document, key) {
      const archived = await ports.persistence.findArchivedKey(tenantId, keyOf(name, key));
      if (archived !== undefined) throw isArchived(archived.id);
      return createSignature(ports, caller, {
        ...order,
        files: [{ path: document.file, clientFileName: document.name, size: document.size, sha256: document.sha256 }],
        ...{ appearance: null, idempotencyKey: keyOf(name, key), retryOf: null },
      });
    },
    async output(id) {
      const signed = await openContent(ports, caller, id);
      return { name: signed.output.originalFileName, content: await signed.read(null) };
    },
    subscribe: (listener) => feed.subscribe(tenantId, ({ signatureId }) => listener(signatureId)),
  };
}

/** Nobody can be told any more what has become of it. */
function isArchived(id: string): StationError {
  return new StationError(
    'SIGNATURE_OUTPUT_NOT_FOUND',
    `The document was handled as ${id}, which ended long ago and has been moved to the archive.`,
  );
}

/** No client's key is like it by accident. */
function keyOf(folder: string, claim: string): string {
  return `folder:${folder}:${claim}`;
}
