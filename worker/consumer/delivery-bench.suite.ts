import type { Delivery, OutgoingMessage } from '../../service/broker/broker.ts';
import type { Claim } from '../../service/domain/claim.ts';
import type { SignatureRequest } from '../../service/domain/records.ts';
import { requestInWork } from '../../service/domain/sample-request.suite.ts';
import type {
  ClaimResult,
  JobDetails,
  JobFailure,
  JobRetry,
  JobWait,
  WorkerStore,
} from '../../service/persistence/persistence.ts';
import type { DeliveryContext, DeliveryEvent } from './delivery-context.ts';

/** A delivery with a store that notes what is done. */

export const JOB_ID = '01890000-0000-7000-8000-000000000001';
export const SIGNATURE_ID = '01890000-0000-7000-8000-000000000002';
export const NOW = new Date('2026-01-02T03:04:05.000Z');
export const CLAIM: Claim = { jobId: JOB_ID, attempt: 1, lockedUntil: new Date(NOW.getTime() + 900_000) };
export const RENEWED: Claim = { ...CLAIM, lockedUntil: new Date(NOW.getTime() + 900_001) };
export const MESSAGE = {
  jobId: JOB_ID,
  tenantId: 'default',
  signatureId: SIGNATURE_ID,
  inputPath: 'tenants/default/signatures/2026/01/02/x/input.bin',
  requestedFormat: 'PAdES',
  requestedProfile: 'B',
  createdAt: NOW.toISOString(),
  attempt: 1,
};

function details(request: Partial<SignatureRequest> = {}, interruptions = 0): JobDetails {
  const file = {
    id: 'file',
    storageKey: MESSAGE.inputPath,
    originalFileName: 'a.pdf',
    contentType: 'application/pdf',
    size: 1,
    sha256: '00',
    createdAt: NOW,
    deletedAt: null,
    stagedKey: null,
  };
  return {
    request: requestInWork(NOW, { id: SIGNATURE_ID, inputFileId: 'file', ...request }),
    input: file,
    additionalInputs: [],
    output: null,
    appearance: null,
    job: {
      id: JOB_ID,
      signatureRequestId: SIGNATURE_ID,
      status: 'Locked',
      attempt: 1,
      lastError: null,
      lockedUntil: CLAIM.lockedUntil,
      createdAt: NOW,
      startedAt: NOW,
      completedAt: null,
      interruptions,
      stagedSignature: null,
    },
  };
}

interface Bench {
  readonly context: DeliveryContext;
  readonly steps: string[];
  readonly failures: JobFailure[];
  readonly retries: JobRetry[];
  readonly waits: JobWait[];
  readonly deadLetters: OutgoingMessage[];
  readonly events: DeliveryEvent[];
}

type Sign = (renewal: Promise<Claim | 'lost'>) => Promise<'done' | 'lost'>;

export function bench(claimResult: ClaimResult, signJob: Sign): Bench {
  const steps: string[] = [];
  const failures: JobFailure[] = [];
  const retries: JobRetry[] = [];
  const waits: JobWait[] = [];
  const deadLetters: OutgoingMessage[] = [];
  const events: DeliveryEvent[] = [];
  // As in a real store, renewing the lease moves the fence: writes under the first claim are lost from then on.
  let fence: Claim = CLAIM;
  const store: WorkerStore = {
    claimJob: () => Promise.resolve(claimResult),
    startProcessing: () => {
      fence = RENEWED;
      return Promise.resolve(fence);
    },
    stageSignature: () => Promise.resolve('done'),
    completeJob: () => Promise.resolve('done'),
    failJob: (claim, failure) => {
      if (claim !== fence) return Promise.resolve('lost');
      steps.push('fail');
      failures.push(failure);
      return Promise.resolve('done');
    },
    releaseClaim: (claim) => {
      if (claim !== fence) return Promise.resolve('lost');
      steps.push('release');
      return Promise.resolve('done');
    },
    parkJob: (claim, wait) => {
      if (claim !== fence) return Promise.resolve('lost');
      steps.push(`park ${wait.waitReason}`);
      waits.push(wait);
      return Promise.resolve('done');
    },
    scheduleRetry: (claim, retry) => {
      if (claim !== fence) return Promise.resolve('lost');
      steps.push('retry');
      retries.push(retry);
      return Promise.resolve('done');
    },
  };
  let ids = 0;
  const context: DeliveryContext = {
    store,
    consumer: {
      publishDeadLetter: (message) => {
        steps.push('dead-letter');
        deadLetters.push(message);
        return Promise.resolve();
      },
    },
    retryPolicy: { maxAttempts: 5, initialBackoffMilliseconds: 1_000, maxBackoffMilliseconds: 60_000 },
    leaseMilliseconds: 900_000,
    now: () => NOW,
    newId: () => `id-${ids++}`,
    wait: () => Promise.resolve(),
    expectFormat: () => undefined,
    signJob: (start) => {
      steps.push('sign');
      return signJob(start([]));
    },
    report: (event) => void events.push(event),
    onSpan: () => undefined,
  };
  return { context, steps, failures, retries, waits, deadLetters, events };
}

export function delivery(steps: string[], body: unknown = MESSAGE, redelivered = false): Delivery {
  const bytes = body instanceof Uint8Array ? body : new TextEncoder().encode(JSON.stringify(body));
  return {
    messageId: 'm-1',
    body: bytes,
    headers: { 'x-attempt': 1 },
    redelivered,
    acknowledge: () => {
      steps.push('acknowledge');
      return Promise.resolve();
    },
    requeue: () => Promise.resolve(),
  };
}

export const done = (): Promise<'done'> => Promise.resolve('done');
export const claimed = (request: Partial<SignatureRequest> = {}, interruptions = 0): ClaimResult => ({
  outcome: 'claimed',
  claim: CLAIM,
  details: details(request, interruptions),
});
