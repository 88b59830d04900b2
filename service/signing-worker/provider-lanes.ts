import type { Delivery } from '../broker/broker.ts';
import { parseJobMessage } from './parse-job-message.ts';
import type { ProviderType } from '../contract/vocabulary/signing.ts';
import type { ReadingStore } from '../persistence/persistence.ts';
import type { KeySelection } from '../providers/providers.ts';
import type { Lane, Lanes } from './fair-consumer.ts';

export interface LaneProvider {
  readonly id: string;
  readonly type: ProviderType;
  /** How many jobs may be under way for it at once. */
  readonly slots: number;
}

export interface LaneSources {
  readonly providers: readonly LaneProvider[];
  /** Which provider alone is asked for the key; null where several are. */
  readonly providerAsked: (selection: KeySelection) => string | null;
  readonly store: Pick<ReadingStore, 'findRequest'>;
  /** Whether other stations take messages from the same queue. */
  readonly isSharedQueue: boolean;
}

/** Of a queue that nobody else reads. */
const WAITING_MESSAGES = 4_000;
/**
 * What waits here cannot be done by the workers of other stations meanwhile, and RabbitMQ ends the channel of a consumer
 * that keeps a message for half an hour.
 */
const WAITING_OF_SHARED_QUEUE = 32;

/** Jobs that add evidence ask authorities instead of providers. */
const EVIDENCE_LANE: Lane = { name: 'evidence', slots: 8 };

/** A lane for each provider; undefined where there is one provider or none, which nobody could be delayed by. */
export function providerLanes({ providers, providerAsked, store, isSharedQueue }: LaneSources): Lanes | undefined {
  if (providers.length < 2) return undefined;
  const laneFor = (selection: KeySelection): Lane => {
    const asked = providerAsked(selection);
    const provider = providers.find(({ id }) => id === asked);
    if (provider !== undefined) return { name: `provider ${provider.id}`, slots: provider.slots };
    // Several would be asked: until one of them shows the certificate, the jobs for it stay among themselves.
    const slots = providers.filter(({ type }) => type === selection.providerType).map((each) => each.slots);
    const { providerType, thumbprint } = selection;
    return { name: `${providerType} ${thumbprint ?? ''}`, slots: Math.max(1, ...slots) };
  };
  return {
    served: providers.map(({ id }) => `provider ${id}`),
    waitingMessages: isSharedQueue ? WAITING_OF_SHARED_QUEUE : WAITING_MESSAGES,
    async laneOf({ body }: Delivery) {
      const message = parseJobMessage(body);
      const details = message && (await store.findRequest(message.tenantId, message.signatureId));
      const request = details?.request;
      if (request === undefined) throw new Error('The message names no request.');
      if (request.kind !== 'Signature') return EVIDENCE_LANE;
      const { tenantId, signingProvider: providerType, certificateThumbprint: thumbprint } = request;
      return laneFor({ tenantId, providerType, thumbprint });
    },
  };
}
