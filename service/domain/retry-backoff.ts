export interface RetryPolicy {
  readonly maxAttempts: number;
  readonly initialBackoffMilliseconds: number;
  readonly maxBackoffMilliseconds: number;
}

/**
 * Wait before the attempt that follows `failedAttempts` failed ones: initial x 2^(n-1), capped.
 * Returns null when no attempt is left.
 */
export function backoffAfter(policy: RetryPolicy, failedAttempts: number): number | null {
  if (failedAttempts >= policy.maxAttempts) return null;
  const exponent = Math.max(0, failedAttempts - 1);
  return Math.min(policy.maxBackoffMilliseconds, policy.initialBackoffMilliseconds * 2 ** exponent);
}
