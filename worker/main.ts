import { setTimeout as delay } from 'node:timers/promises';
import { SPAN_TOPIC } from '../service/telemetry/span-messages.ts';
import { createLogger, errorFields } from '../service/telemetry/logger.ts';
import { endOnFatalFaults } from '../service/processes/fatal-faults.ts';
import { createLinkConsumer } from '../service/broker/link/link-broker.ts';
import {
  AWAY_FROM_DOCUMENT_TOPIC,
  DELIVERY_REPORT_TOPIC,
  WORKER_CHANNEL,
  WORKER_HOST_PROTOCOL,
  WORKER_PROTOCOL,
  type WorkerSettings,
} from '../service/signing-worker/worker-protocol.ts';
import { newUuidV7 } from '../service/ids/uuid-v7.ts';
import { createLinkJobStore } from '../service/persistence/link/link-job-store.ts';
import { connectParentLink, leaveWithParent } from '../service/processes/parent-link.ts';
import { createPeer, type Peer } from '../service/processes/request-reply.ts';
import { refuseInspection } from '../service/processes/inspection.ts';
import { ignoreTerminalSignals } from '../service/processes/signals.ts';
import { createLinkSigningDevice } from '../service/providers/link/link-signing-device.ts';
import { takeEnvironmentSecrets } from '../service/secrets/environment/environment-secret-store.ts';
import { createLinkTimestamping } from '../service/timestamping/link/link-timestamp-authority.ts';
import { createLinkValidationData } from '../service/validation-data/link/link-validation-data.ts';
import type { DeliveryContext } from './consumer/delivery-context.ts';
import { createEngines, expectTaskOf } from './engines/engines.ts';
import { readAhead } from './engines/read-ahead.ts';
import { openStorage } from './open-storage.ts';
import { createCertificateFacts } from './signing/certificate-facts.ts';
import { createDocumentTurns } from './signing/document-turns.ts';
import { cachedKeys } from './signing/key-cache.ts';
import { signJob } from './signing/sign-job.ts';
import type { SigningContext } from './signing/signing-context.ts';
import { createStorageCounts } from './storage-counts.ts';
import { createWorkerService } from './worker-service.ts';

/** Entry of the worker process: sees documents, never keys or PINs; of secrets only those of the bucket that documents lie in. */
endOnFatalFaults('worker');
refuseInspection();
ignoreTerminalSignals();
const secrets = takeEnvironmentSecrets(process.env);
process.report.excludeEnv = true;
const link = connectParentLink();
leaveWithParent(link);

const logger = createLogger({ level: 'info', clock: () => new Date(), processName: 'worker' });

const host: Peer<typeof WORKER_HOST_PROTOCOL> = createPeer({
  link,
  channel: WORKER_CHANNEL,
  local: {
    protocol: WORKER_PROTOCOL,
    handlers: {
      start: async (settings) => {
        await service.start(settings);
        return undefined;
      },
      stop: async () => {
        await service.stop();
        return undefined;
      },
      ping: () => Promise.resolve({ inProgress: service.inProgress() }),
    },
  },
  remote: WORKER_HOST_PROTOCOL,
});
const store = createLinkJobStore(host);
const consumer = createLinkConsumer(host);
const storageCounts = createStorageCounts();

const service = createWorkerService({
  consumer,
  context: deliveryContext,
  report: (report) => host.notify(DELIVERY_REPORT_TOPIC, { ...report, storage: storageCounts.take() }),
  giveUp: () => {
    logger.error(
      'A job has not ended for so long that its lease is over twice: the worker ends, and its jobs are given back.',
    );
    process.exit(1);
  },
  leave: () => process.exit(0),
});

async function deliveryContext(settings: WorkerSettings): Promise<Omit<DeliveryContext, 'report'>> {
  const engines = createEngines();
  readAhead(Object.values(engines), () => service.inProgress() > 0);
  const signing: Omit<SigningContext, 'turn'> = {
    store,
    objects: storageCounts.watch(await openStorage(settings.storage, secrets, logger)),
    device: cachedKeys(createLinkSigningDevice(host), () => performance.now()),
    engines,
    validationData: createLinkValidationData(host),
    timestamping: createLinkTimestamping(host),
    imprintHash: settings.imprintHash,
    now: () => new Date(),
    newId: newUuidV7,
    describeCertificate: createCertificateFacts(),
    onPromotionFailure: (fault) => logger.warn('A signed output waits under its staged key.', errorFields(fault)),
  };
  const turns = createDocumentTurns({
    away: (jobId) => host.notify(AWAY_FROM_DOCUMENT_TOPIC, { jobId }),
    back: (jobId) => host.call('backAtDocument', { jobId }),
  });
  return {
    store,
    consumer,
    retryPolicy: settings.retryPolicy,
    leaseMilliseconds: settings.leaseMilliseconds,
    now: signing.now,
    newId: signing.newId,
    wait: (milliseconds) => delay(milliseconds),
    expectFormat: (requestedFormat) => expectTaskOf(engines, requestedFormat),
    onSpan: (span) => host.notify(SPAN_TOPIC, span),
    signJob: (start, details) => turns.during(details.job, (turn) => signJob({ ...signing, turn }, start, details)),
  };
}
