import { describe, expect, it } from 'vitest';
import { createLogger, errorFields, type LogFields } from './logger.ts';
import { COUNTERS, createMetricsRegistry, HISTOGRAMS } from './metrics.ts';
import { currentContext, endContext, freshTraceId, runInContext, traceIdOf } from './trace-context.ts';

const MARKER = 'pin-1234-marker';

function recorded() {
  const lines: string[] = [];
  const logger = createLogger({
    level: 'info',
    clock: () => new Date(0),
    processName: 'host',
    write: (line) => lines.push(line),
  });
  return { lines, logger };
}

describe('the logger', () => {
  it('writes one JSON object per line with the ids of the context', () => {
    const { lines, logger } = recorded();
    const context = { traceId: 'a'.repeat(32), correlationId: 'order-1', signatureId: null, jobId: 'j' };
    runInContext(context, () => logger.info('Something happened.', { durationMilliseconds: 5, path: 'a\nb' }));
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('\n');
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      time: '1970-01-01T00:00:00.000Z',
      level: 'info',
      process: 'host',
      message: 'Something happened.',
      traceId: 'a'.repeat(32),
      correlationId: 'order-1',
      jobId: 'j',
      durationMilliseconds: 5,
      path: 'a\nb',
    });
  });

  it('keeps the context across awaits and apart between requests', async () => {
    const seen = await Promise.all(
      ['1', '2'].map((traceId) =>
        runInContext({ traceId, correlationId: null, signatureId: null, jobId: null }, async () => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          return currentContext()?.traceId;
        }),
      ),
    );
    expect(seen).toEqual(['1', '2']);
    expect(currentContext()).toBeUndefined();
  });

  it.each(['promised', 'said'])('gives the ids to nothing that outlives them, whose end is %s', async (how) => {
    const context = { traceId: 'a'.repeat(32), correlationId: null, signatureId: null, jobId: null };
    const seen: (string | undefined)[] = [];
    const { promise: later, resolve: goOn } = Promise.withResolvers<unknown>();
    const begin = (): void => {
      seen.push(currentContext()?.traceId);
      void later.then(() => seen.push(currentContext()?.traceId));
    };
    if (how === 'said') {
      runInContext(context, begin);
      endContext(context);
    } else {
      await runInContext(context, async () => {
        begin();
        await Promise.resolve();
      });
    }
    goOn(null);
    await expect.poll(() => seen).toEqual([context.traceId, undefined]);
  });

  it('drops levels below the threshold', () => {
    const { lines, logger } = recorded();
    logger.debug('no');
    logger.warn('yes');
    expect(lines).toHaveLength(1);
  });

  it('lets no secret through: not in unknown fields, objects, secrets or messages of errors', () => {
    const { lines, logger } = recorded();
    const sneaky: unknown[] = [
      { pin: MARKER },
      { password: MARKER, 'X-Api-Key': MARKER, authorization: MARKER },
      { reason: { deep: { pin: MARKER } } },
      { reason: [MARKER] },
      { reason: { value: MARKER } },
      { status: Buffer.from(MARKER) },
    ];
    for (const fields of sneaky) logger.error('Failed.', fields as LogFields);
    const error = Object.assign(new Error(`C_Login(${MARKER})\n  at ${MARKER}`), { code: 'CKR_PIN_INCORRECT' });
    logger.error('Failed.', errorFields(error));
    logger.error('Failed.', errorFields(MARKER));
    logger.error('Failed.', errorFields(new Error('x', { cause: new Error(MARKER) })));
    expect(lines).toHaveLength(sneaky.length + 3);
    expect(lines.join('\n')).not.toContain(MARKER);
    expect(lines.join('\n')).toContain('CKR_PIN_INCORRECT');
  });
});

describe('trace ids', () => {
  it.each<[string, boolean]>([
    ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', true],
    ['01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more', true],
    ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more', false],
    ['00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01', false],
    ['00-00000000000000000000000000000000-b7ad6b7169203331-01', false],
    ['00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01', false],
    ['ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', false],
    ['00-0af7651916cd43dd8448eb211c80319c', false],
    ['', false],
  ])('of %s', (header, isTaken) => {
    expect(traceIdOf(header) === '0af7651916cd43dd8448eb211c80319c').toBe(isTaken);
  });

  it('are fresh each time', () => {
    const ids = new Set(Array.from({ length: 2000 }, freshTraceId));
    expect(ids.size).toBe(2000);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('metrics', () => {
  it('know the names of the specification and of what the station counts beyond it', () => {
    expect([...Object.keys(COUNTERS), ...Object.keys(HISTOGRAMS)].sort()).toEqual(
      [
        'signature_requests_total',
        'signature_completed_total',
        'signature_failed_total',
        'signature_duration_seconds',
        'signature_queue_wait_seconds',
        'rabbitmq_messages_total',
        'rabbitmq_retry_total',
        'provider_sign_operations_total',
        'provider_sign_failures_total',
        'storage_operations_total',
        'signature_jobs_recovered_total',
        'extension_requests_total',
      ].sort(),
    );
  });

  it('are written in the Prometheus text format', () => {
    const registry = createMetricsRegistry();
    registry.increment('signature_failed_total', { errorCode: 'A"B\\C\nD' });
    registry.increment('signature_failed_total', { errorCode: 'A"B\\C\nD' }, 2);
    registry.observe('signature_duration_seconds', 0.02, { format: 'PAdES' });
    registry.observe('signature_duration_seconds', 1e6, { format: 'PAdES' });
    const lines = registry.render().split('\n');
    expect(lines).toContain('# TYPE signature_failed_total counter');
    expect(lines).toContain(String.raw`signature_failed_total{errorCode="A\"B\\C\nD"} 3`);
    expect(lines).toContain('signature_completed_total 0');
    expect(lines).toContain('signature_duration_seconds_bucket{format="PAdES",le="0.01"} 0');
    expect(lines).toContain('signature_duration_seconds_bucket{format="PAdES",le="0.025"} 1');
    expect(lines).toContain('signature_duration_seconds_bucket{format="PAdES",le="900"} 1');
    expect(lines).toContain('signature_duration_seconds_bucket{format="PAdES",le="+Inf"} 2');
    expect(lines).toContain('signature_duration_seconds_count{format="PAdES"} 2');
    expect(lines.at(-1)).toBe('');
  });
});
