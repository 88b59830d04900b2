import type { Configuration } from '../config/configuration.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Tracing } from '../telemetry/tracing.ts';

/** Tracing where a collector is configured. OpenTelemetry costs start-up time and memory: it is loaded only then. */
export async function startTracing({ Telemetry }: Configuration, logger: Logger): Promise<Tracing | undefined> {
  if (Telemetry.OtlpEndpoint === null) return undefined;
  const { startOtlpTracing } = await import('../telemetry/otlp-tracing.ts');
  return startOtlpTracing(Telemetry.OtlpEndpoint, logger);
}
