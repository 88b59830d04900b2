import { createLocalDeliveries, type LocalDeliveries } from '../broker/local-deliveries.ts';
import { JobMessage } from '../contract/jobs/job-message.ts';
import { toOutgoing } from '../outbox/outgoing-messages.ts';
import type { HandOverAgain, WokenJob } from '../persistence/persistence.ts';
import { createFleetDirectory } from '../providers/fleet/fleet-directory.ts';
import { keptAnswer } from '../providers/kept-answer.ts';
import { fleetOfOne, readOffer, type Fleet, type FleetParts, type SharedParts } from './fleet.ts';
import { watchStations, type StationWatch } from './station-watch.ts';

/**
 * Requests that name no certificate mean what is shown here. The tokens are not asked for each of them: that would wait for
 * the signature that a card is making. What a station notices of its tokens is asked for at once.
 */
const OFFER_AGE_MILLISECONDS = 1_000;

/** Opens what this station is to others; shows itself to them before it resolves. */
export async function openFleet(parts: FleetParts): Promise<Fleet> {
  const { shared } = parts;
  return shared === undefined ? fleetOfOne(parts) : openSharedFleet(parts, shared);
}

async function openSharedFleet(parts: FleetParts, { stations, events }: SharedParts): Promise<Fleet> {
  const { card, own, broker, feed, logger } = parts;
  const deliveries = createLocalDeliveries(parts.onWorkersFree);
  const offer = keptAnswer(
    () => readOffer(parts),
    () => new Date(),
  );
  const outboxChanged = (): void => events.publish({ kind: 'outbox' });
  const watch = watchStations({
    store: stations,
    card,
    readOffer: () => readOffer(parts),
    onOfferChanged: () => events.publish({ kind: 'stations' }),
    onBeat: parts.onKeyWanted,
    onReleased: () => {
      parts.onOutboxChanged();
      outboxChanged();
    },
    logger,
  });
  listen(parts, events, watch);
  await watch.beat();
  return {
    directory: createFleetDirectory({
      own,
      ownOffer: () => offer.ask(OFFER_AGE_MILLISECONDS),
      freshOffer: () => offer.ask(0),
      toldOffer: () => watch.toldOffer(),
      others: () => watch.others(),
      away: () => watch.away(),
    }),
    stations: () => stations.listStations(),
    leads: (chore) => stations.leads(chore),
    openSession: () => deliveries.join(broker.openSession()),
    wake: (messages) => Promise.resolve(bringToWorkers(deliveries, messages)),
    keyWantedElsewhere: () => events.publish({ kind: 'parked' }),
    outboxChanged,
    ownTokensChanged() {
      offer.forget();
      void watch.beat();
    },
    async stop() {
      await watch.stop();
      events.publish({ kind: 'stations' });
    },
  };

  function listen({ onKeyWanted, onOutboxChanged }: FleetParts, from: typeof events, to: StationWatch): void {
    from.subscribe((event) => {
      if (event.kind === 'states') for (const change of event.changes) feed.announce(change);
      const isMissed = event.kind === 'missed';
      if (isMissed) feed.announceMissed();
      if (isMissed || event.kind === 'stations') void to.beat().then(() => feed.announceTokens());
      if (event.kind === 'parked') onKeyWanted();
      if (isMissed || event.kind === 'outbox') onOutboxChanged();
    });
  }
}

/** Jobs stay parked until a worker claims them: nothing is lost with what waits here. */
function bringToWorkers(deliveries: LocalDeliveries, messages: readonly HandOverAgain[]): readonly WokenJob[] {
  const taken = new Set(
    deliveries.offer(messages.map(({ jobId, outboxMessage }) => ({ key: jobId, message: toOutgoing(outboxMessage) }))),
  );
  return messages
    .filter(({ jobId }) => taken.has(jobId))
    .map(({ outboxMessage }) => {
      const { signatureId, tenantId } = messageOf(outboxMessage.payload);
      return { signatureId, tenantId };
    });
}

function messageOf(payload: string): JobMessage {
  return JobMessage.parse(JSON.parse(payload));
}
