import { z } from 'zod';

export const HealthCheck = z.object({
  name: z.string(),
  status: z.enum(['Healthy', 'Degraded', 'Unhealthy']),
  detail: z.string().nullable(),
});
export const HealthReport = z.object({
  status: z.enum(['Healthy', 'Degraded', 'Unhealthy']),
  checks: z.array(HealthCheck),
});
export type HealthCheck = z.infer<typeof HealthCheck>;
export type HealthReport = z.infer<typeof HealthReport>;
