import { HealthReport, type HealthCheck } from '../../contract/http/health.ts';
import { tell } from '../../contract/vocabulary/sentences/sentences.ts';
import { isOpenWithoutKeys } from '../../config/access-rules.ts';
import { ServerFault } from '../../domain/server-fault.ts';
import { errorFields } from '../../telemetry/logger.ts';
import type { HttpStation, NamedHealthCheck } from '../http-station.ts';
import { operation, type Operation, type ReplyDescription } from '../operation.ts';
import { isDiskFull } from '../problem.ts';

const CHECK_TIMEOUT_MILLISECONDS = 5_000;

const replies: Readonly<Record<number, ReplyDescription>> = {
  200: { description: 'Healthy or Degraded', json: { name: 'HealthReport', schema: HealthReport } },
  503: { description: 'Unhealthy', json: { name: 'HealthReport', schema: HealthReport } },
};

/** The health routes lie outside the versioned path and need no key. */
const live = operation({
  id: 'healthLive',
  method: 'get',
  path: '/health/live',
  tag: 'Health',
  summary: 'The process runs',
  permission: null,
  replies: { 200: { description: 'It does', json: { name: 'HealthReport', schema: HealthReport } } },
  errors: [],
  handle: () => ({ status: 200, body: { status: 'Healthy', checks: [] } }),
});

const ready = operation({
  id: 'healthReady',
  method: 'get',
  path: '/health/ready',
  tag: 'Health',
  summary: 'Everything that is needed to serve answers',
  permission: null,
  replies,
  errors: [],
  handle: reportReply,
});

const health = operation({
  id: 'health',
  method: 'get',
  path: '/health',
  tag: 'Health',
  summary: 'The station and what it depends on',
  permission: null,
  replies,
  errors: [],
  handle: reportReply,
});

export const HEALTH_OPERATIONS: readonly Operation[] = [health, live, ready];

async function reportReply(station: HttpStation) {
  const report = await healthReport(station);
  return { status: report.status === 'Unhealthy' ? 503 : 200, body: report };
}

const running = new WeakMap<HttpStation, Promise<HealthReport>>();

/** Concurrent questions share one round of checks. */
function healthReport(station: HttpStation): Promise<HealthReport> {
  const current = running.get(station);
  if (current !== undefined) return current;
  const round = checkAll(station).finally(() => running.delete(station));
  running.set(station, round);
  return round;
}

async function checkAll(station: HttpStation): Promise<HealthReport> {
  const checks = await Promise.all(station.healthChecks.map((check) => outcome(station, check)));
  if (isOpenWithoutKeys(station.configuration)) {
    checks.push({
      name: 'access',
      status: 'Degraded',
      detail: 'Everyone who reaches the station may use it without a key.',
    });
  }
  const has = (status: HealthCheck['status']): boolean => checks.some((check) => check.status === status);
  return { status: has('Unhealthy') ? 'Unhealthy' : has('Degraded') ? 'Degraded' : 'Healthy', checks };
}

/** What a check may say of its failure: nothing that quotes paths or addresses. */
function detailOf(error: unknown): string {
  if (error instanceof ServerFault) return error.detail;
  return isDiskFull(error) ? tell('DISK_FULL').english : 'It does not answer.';
}

async function outcome(station: HttpStation, { name, check }: NamedHealthCheck): Promise<HealthCheck> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), CHECK_TIMEOUT_MILLISECONDS);
  });
  try {
    const { status, detail } = await Promise.race([check(), timeout]);
    return { name, status, detail };
  } catch (error) {
    station.ports.logger.warn('A health check failed.', { ...errorFields(error), entity: name });
    return { name, status: 'Unhealthy', detail: detailOf(error) };
  } finally {
    clearTimeout(timer);
  }
}
