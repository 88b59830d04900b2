import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { JobMessage } from '../contract/jobs/job-message.ts';
import type { HandOverAgain, Persistence, UnattendedJob } from '../persistence/persistence.ts';
import { createLogger } from '../telemetry/logger.ts';
import { recoverJobs } from './recover-jobs.ts';

const NOW = new Date('2026-03-04T05:06:07.000Z');
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const TRACEPARENT = `00-${TRACE_ID}-b7ad6b7169203331-00`;

function job(changes: Partial<UnattendedJob> = {}): UnattendedJob {
  return {
    jobId: randomUUID(),
    tenantId: 'acme',
    signatureId: randomUUID(),
    inputPath: 'tenants/acme/signatures/2026/03/04/x/input.bin',
    requestedFormat: 'PAdES',
    requestedProfile: 'B',
    createdAt: new Date('2026-03-04T05:00:00.000Z'),
    retryCount: 0,
    messageId: randomUUID(),
    traceparent: TRACEPARENT,
    ...changes,
  };
}

function bench(pages: readonly (readonly UnattendedJob[])[], onQueue: readonly string[] = []) {
  const handed: HandOverAgain[] = [];
  const lines: string[] = [];
  const persistence: Pick<Persistence, 'unattendedJobs' | 'handOverAgain'> = {
    unattendedJobs: async function* () {
      for (const page of pages) yield await Promise.resolve(page);
    },
    handOverAgain: (messages) => {
      handed.push(...messages);
      return Promise.resolve(messages.map((message) => message.jobId));
    },
  };
  const ports = {
    persistence: persistence as Persistence,
    broker: {
      heldMessages: (ids: readonly string[]) => Promise.resolve(new Set(ids.filter((id) => onQueue.includes(id)))),
    },
    clock: () => NOW,
    newId: randomUUID,
    logger: createLogger({ level: 'info', clock: () => NOW, processName: 'test', write: (line) => lines.push(line) }),
  };
  return { handed, lines, run: (isStopped = () => false) => recoverJobs(ports, isStopped) };
}

describe('recoverJobs', () => {
  it('hands over again what is neither on the queue nor anywhere else, with a message a worker understands', async () => {
    const [queued, lost, neverSent] = [job(), job({ retryCount: 2 }), job({ messageId: null })];
    const { handed, lines, run } = bench([[queued, lost], [], [neverSent]], [queued.messageId ?? '']);
    expect(await run()).toBe(2);
    expect(handed.map((message) => message.lostMessageId)).toEqual([lost.messageId, null]);
    const message = JobMessage.parse(JSON.parse(handed[0]?.outboxMessage.payload ?? ''));
    expect(message).toMatchObject({ jobId: lost.jobId, signatureId: lost.signatureId, tenantId: 'acme', attempt: 3 });
    expect(lines).toHaveLength(2);
    expect(handed[0]?.outboxMessage.traceparent).toBe(TRACEPARENT);
    const ids = { jobId: lost.jobId, signatureId: lost.signatureId, traceId: TRACE_ID };
    expect(JSON.parse(lines[0] ?? '')).toMatchObject(ids);
  });

  it('does nothing where every message is on its way', async () => {
    const jobs = [job(), job()];
    const { handed, run } = bench(
      [jobs],
      jobs.map((one) => one.messageId ?? ''),
    );
    expect(await run()).toBe(0);
    expect(handed).toEqual([]);
  });

  it('begins no further page once it is to stop', async () => {
    const { handed, run } = bench([[job()], [job()]]);
    let looks = 0;
    expect(await run(() => (looks += 1) > 1)).toBe(1);
    expect(handed).toHaveLength(1);
  });
});
