import type { Delivery } from '../broker/broker.ts';
import { parseJobMessage } from './parse-job-message.ts';
import type { ProviderType } from '../contract/vocabulary/provider-types.ts';
import type { ReadingStore, UnattendedStore, WaitingGroup } from '../persistence/persistence.ts';
import type { KeySelection } from '../providers/providers.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Lane, Lanes, WaitingLine } from './lane.ts';

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
  /** Whether one of the providers is known to show the certificate that is named. */
  readonly isShownHere: (selection: KeySelection) => boolean;
  readonly store: Pick<ReadingStore, 'findRequest'> & Pick<UnattendedStore, 'letWait'>;
  /** Whether other stations take messages from the same queue. */
  readonly isSharedQueue: boolean;
  /** Whether jobs in the database can be brought to the workers past the queue. */
  readonly isSharedDatabase: boolean;
  /** A lane has room for jobs that stand in line. */
  readonly onRoom: () => void;
  readonly now: () => Date;
  readonly logger: Logger;
}

export interface ProviderLanes extends Lanes {
  /** How many of a group that stands in line can be brought now; null where none of the lanes here is known to be for it. */
  readonly roomFor: (group: WaitingGroup) => number | null;
}

/** Of a queue that nobody else reads. */
const WAITING_MESSAGES = 4_000;
/**
 * What waits here cannot be done by the workers of other stations meanwhile, and RabbitMQ ends the channel of a consumer
 * that keeps a message for half an hour. What a slow provider has more than that stands in line in the database.
 */
const WAITING_OF_SHARED_QUEUE = 32;

/** Jobs that add evidence ask authorities instead of providers. */
const EVIDENCE_LANE: Lane = { name: 'evidence', slots: 8 };

/** A lane for each provider; undefined where there is one provider or none, which nobody could be delayed by. */
export function providerLanes(sources: LaneSources): ProviderLanes | undefined {
  const { providers, providerAsked, isShownHere, store, isSharedQueue, isSharedDatabase, logger } = sources;
  if (providers.length < 2) return undefined;
  let roomOf: (lane: string) => number = () => 0;
  const laneFor = (selection: KeySelection): Lane => {
    const asked = providerAsked(selection);
    const provider = providers.find(({ id }) => id === asked);
    if (provider !== undefined) return { name: `provider ${provider.id}`, slots: provider.slots };
    // Several would be asked: until one of them shows the certificate, the jobs for it stay among themselves.
    const slots = providers.filter(({ type }) => type === selection.providerType).map((each) => each.slots);
    const { providerType, certificateThumbprint } = selection;
    return { name: `${providerType} ${certificateThumbprint ?? ''}`, slots: Math.max(1, ...slots) };
  };
  const tellRoom: WaitingLine['tellRoom'] = (told) => (roomOf = told);
  return {
    logger,
    waitingLine: isSharedQueue && isSharedDatabase ? { ...waitingLine(sources), tellRoom } : null,
    roomFor(group) {
      const selection = group.asks === 'authorities' ? null : selectionOf(group);
      if (selection === null) return roomOf(EVIDENCE_LANE.name);
      return isShownHere(selection) ? roomOf(laneFor(selection).name) : null;
    },
    served: providers.map(({ id }) => `provider ${id}`),
    waitingMessages: isSharedQueue ? WAITING_OF_SHARED_QUEUE : WAITING_MESSAGES,
    async laneOf({ body }: Delivery) {
      const message = parseJobMessage(body);
      const details = message && (await store.findRequest(message.tenantId, message.signatureId));
      const request = details?.request;
      if (request === undefined) throw new Error('The message names no request.');
      const selection = request.kind === 'Signature' ? selectionOf(request) : null;
      return selection === null ? EVIDENCE_LANE : laneFor(selection);
    },
  };
}

type Wanted = Pick<WaitingGroup, 'tenantId' | 'signingProvider' | 'certificateThumbprint'>;

/** Null where no provider is asked. */
function selectionOf({ tenantId, signingProvider: providerType, certificateThumbprint }: Wanted): KeySelection | null {
  return providerType === null ? null : { tenantId, providerType, certificateThumbprint };
}

function waitingLine({ store, now, logger, onRoom }: LaneSources): Omit<WaitingLine, 'tellRoom'> {
  return {
    onRoom,
    async letWait(deliveries) {
      const named = deliveries.flatMap((delivery) => {
        const message = parseJobMessage(delivery.body);
        return message === undefined ? [] : [{ delivery, message }];
      });
      const waiting = await store.letWait(
        named.map(({ message }) => message),
        now(),
      );
      const ids = new Set(waiting.map(({ jobId }) => jobId));
      logger.info('Jobs of a provider that is busy wait in the database.', { count: ids.size });
      return new Set(named.flatMap(({ delivery, message }) => (ids.has(message.jobId) ? [delivery] : [])));
    },
  };
}
