import type { HealthCheck } from '../contract/http/health.ts';
import type { Configuration } from '../config/configuration.ts';
import type { MetricsRegistry } from '../telemetry/metrics.ts';
import type { TrustedProxies } from './trusted-proxies.ts';
import type { ApiKeyUses } from '../use-cases/api-key-uses.ts';
import type { UseCasePorts } from '../use-cases/ports.ts';
import type { FairSlots } from './fair-slots.ts';

/** A named question to something the station depends on. A rejection counts as Unhealthy. */
export interface NamedHealthCheck {
  readonly name: string;
  readonly check: () => Promise<Pick<HealthCheck, 'status' | 'detail'>>;
}

/** What the handlers work with: the ports, the settings, and what only HTTP has. */
export interface HttpStation {
  readonly ports: UseCasePorts;
  readonly configuration: Configuration;
  readonly metricsRegistry: Pick<MetricsRegistry, 'render'>;
  readonly healthChecks: readonly NamedHealthCheck[];
  /** Received files lie here until they are stored; on the file system of the storage root. */
  readonly uploadDirectory: string;
  /** A document to be signed is on its way: whoever will sign it may make ready. Cheap to call often. */
  readonly onDocumentComing: () => void;
  /** Streams of server-sent events that are open; ended at shutdown. */
  readonly openStreams: Set<() => void>;
  /** Places for them. */
  readonly streamSlots: FairSlots;
  /** Wrong API keys of the last minute, by peer address. */
  readonly failedKeys: Map<string, { readonly since: number; count: number }>;
  readonly apiKeyUses: ApiKeyUses;
  readonly proxies: TrustedProxies;
}
