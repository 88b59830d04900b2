import { setTimeout as delay } from 'node:timers/promises';
import { consumerHandlers } from '../broker/link/link-broker.ts';
import type { BrokerSession } from '../broker/broker.ts';
import type { Blame, Persistence } from '../persistence/persistence.ts';
import type { JOB_STORE_PROTOCOL } from '../persistence/link/job-store-protocol.ts';
import { jobStoreHandlers } from '../persistence/link/link-job-store.ts';
import type { ChildEnvironment, LaunchedProcess, ProcessLauncher } from '../processes/launcher.ts';
import { createPeer, type Handlers, type Peer } from '../processes/request-reply.ts';
import { supervise, type Supervised } from '../processes/supervisor.ts';
import { startWatchdog } from '../processes/watchdog.ts';
import { signingDeviceHandlers } from '../providers/link/link-signing-device.ts';
import type { SigningDevice } from '../providers/providers.ts';
import { FinishedSpan, SPAN_TOPIC } from '../telemetry/span-messages.ts';
import { countedConsumer } from '../telemetry/counted-broker.ts';
import { errorFields, type Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { freshTraceId, parseTraceparent, runInContext } from '../telemetry/trace-context.ts';
import { createDeliverySpans, type DeliverySpans } from '../telemetry/traced-broker.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { timestampingHandlers, type Timestamping } from '../timestamping/link/link-timestamp-authority.ts';
import { validationDataHandlers } from '../validation-data/link/link-validation-data.ts';
import type { ValidationDataSource } from '../validation-data/validation-data.ts';
import { ClaimsUnderWay } from './claims-under-way.ts';
import { fairConsumer } from './fair-consumer.ts';
import type { Lanes } from './lane.ts';
import {
  AWAY_FROM_DOCUMENT_TOPIC,
  AwayFromDocument,
  type AT_DOCUMENT_PROTOCOL,
  DELIVERY_REPORT_TOPIC,
  DeliveryReport,
  WORKER_CHANNEL,
  WORKER_HOST_PROTOCOL,
  WORKER_PROTOCOL,
  type WorkerSettings,
} from './worker-protocol.ts';

const RELEASE_RETRY_MILLISECONDS = 1_000;
const MAX_RELEASE_RETRY_MILLISECONDS = 30_000;

export interface WorkerChildOptions {
  readonly launcher: ProcessLauncher;
  readonly entry: string;
  /** Environment of the process, with the secrets of its storage and no others. */
  readonly env: ChildEnvironment<'worker'>;
  readonly settings: WorkerSettings;
  /** Where all messages come through this host, which then says `begin`: before the first of them, or once it has started. */
  readonly startsWhenNeeded: boolean;
  readonly persistence: Persistence;
  /** Closing it gives back what the worker had not acknowledged. */
  readonly openSession: () => BrokerSession;
  readonly device: SigningDevice;
  /** Undefined where all jobs may go in the order in which they come. */
  readonly lanes: Lanes | undefined;
  readonly validationData: ValidationDataSource;
  readonly timestamping: Timestamping;
  /** Names one worker process in its claims; a new name for each start. */
  readonly newClaimant: () => string;
  readonly now: () => Date;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
}

export interface WorkerChild {
  readonly supervised: Supervised;
  /** There is work, or will be in a moment. Does nothing for a worker that was started. */
  begin(): void;
  /** Jobs in progress, none before its start; rejects when the worker does not answer. The readiness probe. */
  ping(): Promise<number>;
  /** Takes nothing new and finishes what is begun, for at most `graceMilliseconds`; then ends the process. */
  stop(graceMilliseconds: number): Promise<void>;
}

/** One life of the worker process and what it holds of the host. */
interface Life {
  readonly peer: Peer<typeof WORKER_PROTOCOL>;
  readonly session: BrokerSession;
  readonly claimant: string;
  readonly claims: ClaimsUnderWay;
  readonly spans: DeliverySpans;
  readonly watchdog: ReturnType<typeof startWatchdog>;
  /** Jobs that it holds and whose documents it does not work on now. */
  readonly away: ReadonlySet<string>;
}

/** No document keeps a worker from answering for so long. A lease that is shorter is over sooner, and so is the worker. */
const MAX_SILENCE_MILLISECONDS = 60_000;
const PING_TIMEOUT_MILLISECONDS = 2_000;

/** A third of the passes over the heap, each of which costs as much as signing ten documents, for at most 32 MiB more. */
const HEAP_GROWTH_PERCENT = 200;

export function startWorkerChild(options: WorkerChildOptions): WorkerChild {
  const { launcher, entry, logger } = options;
  let life: Life | undefined;
  let isToStop = false;
  const supervised = supervise({
    launcher,
    specification: { name: 'worker', entry, args: [], env: options.env, heapGrowthPercent: HEAP_GROWTH_PERCENT },
    now: () => performance.now(),
    startsWhenNeeded: options.startsWhenNeeded,
    onStart: (child) => {
      life = beginLife(options, child);
      life.peer.call('start', options.settings).catch(() => {
        // A station that stops meanwhile replaces nothing.
        if (isToStop) return;
        logger.warn('The worker did not start to consume; it is replaced.');
        // It would live on and take nothing: on a full disk, for instance, it has no folder to work in.
        child.kill();
      });
    },
    onGivenUp: (count) =>
      logger.error('The worker process ended again and again; it is tried every few minutes from now on.', { count }),
    onExit: async (reason, isStopping) => {
      const ended = life;
      life = undefined;
      if (!isStopping) {
        // It leaves by itself, with 0, to give back the memory of large documents.
        const isOrdinary = reason.kind === 'exited' && reason.exitCode === 0;
        logger[isOrdinary ? 'info' : 'warn']('The worker process ended; it is restarted.', {
          exitCode: reason.kind === 'exited' ? reason.exitCode : undefined,
          signal: reason.kind === 'killed' ? reason.signal : undefined,
        });
      }
      if (ended === undefined) return;
      ended.watchdog.stop();
      ended.spans.abandon();
      // The locks first: what the session gives back is delivered again at once and must find them free.
      await ended.claims.end();
      await releaseClaims(options, ended.claimant, isStopping ? 'nobody' : { except: [...ended.away] });
      await ended.session.close();
    },
  });
  return {
    supervised,
    begin: () => supervised.begin(),
    async ping() {
      if (supervised.state() === 'idle') return 0;
      if (life === undefined) throw new Error(`The worker process is ${supervised.state()}.`);
      const { inProgress } = await life.peer.call('ping', {}, { timeoutMilliseconds: PING_TIMEOUT_MILLISECONDS });
      return inProgress;
    },
    async stop(graceMilliseconds) {
      isToStop = true;
      await life?.peer.call('stop', {}, { timeoutMilliseconds: graceMilliseconds }).catch(() => undefined);
      await supervised.stop(1_000);
    },
  };
}

/**
 * A database that does not answer now is asked again for as long as it takes: a claim that is not released holds its job
 * until its lease ends.
 */
async function releaseClaims(options: WorkerChildOptions, claimant: string, blame: Blame): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await options.persistence.releaseClaims(claimant, options.now(), blame);
      return;
    } catch (fault) {
      options.logger.error('The jobs of an ended worker could not be released.', {
        ...errorFields(fault),
        count: tried,
      });
      // A station that is being stopped releases them at its next start.
      if (blame === 'nobody') return;
      await delay(Math.min(MAX_RELEASE_RETRY_MILLISECONDS, tried * RELEASE_RETRY_MILLISECONDS));
    }
  }
}

function beginLife(options: WorkerChildOptions, child: LaunchedProcess): Life {
  const { persistence, device, validationData, timestamping, logger, metrics, settings } = options;
  const session = options.openSession();
  const claimant = options.newClaimant();
  const spans = createDeliverySpans(options.tracing);
  const source = options.lanes === undefined ? session : fairConsumer(session, options.lanes);
  const consumer = spans.watch(countedConsumer(source, metrics));
  const away = new Set<string>();
  const claims = new ClaimsUnderWay();
  const peer: Peer<typeof WORKER_PROTOCOL> = createPeer({
    link: child.link,
    channel: WORKER_CHANNEL,
    local: {
      protocol: WORKER_HOST_PROTOCOL,
      handlers: {
        ...documentHandlers(persistence, claimant, { away, claims }),
        ...consumerHandlers(consumer, (topic, payload) => peer.notify(topic, payload)),
        ...signingDeviceHandlers(device),
        ...validationDataHandlers(validationData),
        ...timestampingHandlers(timestamping),
      },
    },
    remote: WORKER_PROTOCOL,
    onFault: (fault) =>
      logger.error('A call of the worker failed unexpectedly.', { errorName: fault.name, stack: fault.stack }),
  });
  peer.onNotification(SPAN_TOPIC, (payload) => {
    const span = FinishedSpan.safeParse(payload).data;
    if (span !== undefined) options.tracing?.record(span);
  });
  peer.onNotification(DELIVERY_REPORT_TOPIC, (payload) => {
    const report = DeliveryReport.safeParse(payload).data;
    if (report === undefined) return;
    if (report.jobId !== undefined) away.delete(report.jobId);
    takeReport(options, spans, report);
  });
  peer.onNotification(AWAY_FROM_DOCUMENT_TOPIC, (payload) => {
    const jobId = AwayFromDocument.safeParse(payload).data?.jobId;
    if (jobId !== undefined) away.add(jobId);
  });
  const watchdog = startWatchdog({
    ping: (timeoutMilliseconds) => peer.call('ping', {}, { timeoutMilliseconds }),
    silenceMilliseconds: Math.min(MAX_SILENCE_MILLISECONDS, settings.leaseMilliseconds),
    onSilence: () => {
      logger.error('The worker process does not answer any more; it is ended, and its jobs are given back.');
      child.kill();
    },
  });
  return { peer, session, claimant, claims, spans, watchdog, away };
}

const NOT_CLAIMED = { outcome: 'held' } as const;

/**
 * Whatever is claimed counts as being worked on until the worker says otherwise: it may die before it can say anything. A
 * job that a worker has died over before says when it comes to its document, which it is at by itself: those that wait
 * beside it are not blamed for the next death, or all of them would be taken for the cause together.
 */
function documentHandlers(
  persistence: Persistence,
  claimant: string,
  { away, claims }: { readonly away: Set<string>; readonly claims: ClaimsUnderWay },
) {
  const store = jobStoreHandlers(persistence, claimant);
  return {
    ...store,
    claimJob: (params) => {
      away.delete(params.jobId);
      return claims.ask(async () => {
        const result = await store.claimJob(params);
        if (result.outcome !== 'claimed') return result;
        if (result.details.job.interruptions > 0 || claims.isOver) away.add(params.jobId);
        return result;
      }, NOT_CLAIMED);
    },
    backAtDocument: ({ jobId }) => {
      away.delete(jobId);
      return Promise.resolve(undefined);
    },
  } satisfies Handlers<typeof JOB_STORE_PROTOCOL & typeof AT_DOCUMENT_PROTOCOL>;
}

function takeReport({ logger, metrics }: WorkerChildOptions, spans: DeliverySpans, report: DeliveryReport): void {
  for (const { operation, outcome, count } of report.storage ?? []) {
    metrics.increment('storage_operations_total', { operation, outcome }, count);
  }
  const { outcome, messageId, jobId, signatureId, correlationId, errorCode } = report;
  const isError = outcome === 'failed' || outcome === 'retry-scheduled' || outcome === 'dead-lettered';
  spans.end(messageId, { outcome, jobId, signatureId, correlationId, errorCode }, isError);
  const context = {
    traceId: parseTraceparent(report.traceparent ?? undefined)?.traceId ?? freshTraceId(),
    correlationId: correlationId ?? null,
    signatureId: signatureId ?? null,
    jobId: jobId ?? null,
  };
  runInContext(context, () => logReport(logger, report));
}

function logReport(logger: Logger, report: DeliveryReport): void {
  const fields = {
    operation: report.outcome,
    errorCode: report.errorCode,
    reason: report.reason,
    stack: report.fault,
    durationMilliseconds: Math.round(report.durationMilliseconds),
  };
  if (report.outcome === 'completed') logger.debug('Job completed.', fields);
  else if (report.outcome === 'ignored') logger.debug('Message ignored.', fields);
  else logger.warn('Job not completed.', fields);
}
