import type { ProviderStatus } from '../../service/contract/vocabulary/provider-types.ts';
import type { SignatureStatus } from '../../service/contract/vocabulary/states.ts';
import type { HealthReport } from '../../service/contract/http/health.ts';
import type { IconName } from './icons.ts';

/** The colour family of a badge. */
export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'plain';

export const TONE_SYMBOLS: Readonly<Record<Tone, IconName>> = {
  good: 'check',
  bad: 'cross',
  warn: 'clock',
  busy: 'sign',
  plain: 'dot',
};

export const SIGNATURE_TONES: Readonly<Record<SignatureStatus, Tone>> = {
  Created: 'plain',
  Queued: 'plain',
  Processing: 'busy',
  RetryScheduled: 'warn',
  Completed: 'good',
  Failed: 'bad',
  Rejected: 'bad',
  Cancelled: 'plain',
};

export const PROVIDER_TONES: Readonly<Record<ProviderStatus, Tone>> = {
  Healthy: 'good',
  Degraded: 'warn',
  Unavailable: 'bad',
};

export const HEALTH_TONES: Readonly<Record<HealthReport['status'], Tone>> = {
  Healthy: 'good',
  Degraded: 'warn',
  Unhealthy: 'bad',
};
