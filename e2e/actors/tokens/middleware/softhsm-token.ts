import { makeSoftHsmToken } from '../softhsm.ts';
import type { MiddlewareToken } from './middleware.ts';

/** SoftHSM2: a token in files. */
export async function startSoftHsm(dir: string): Promise<MiddlewareToken> {
  const [label, pin] = ['station-soft', '24681357'];
  const keys = [
    { type: 'RSA-2048', id: '01', label: 'RSA' },
    { type: 'P-256', id: '02', label: 'EC' },
  ] as const;
  const token = await makeSoftHsmToken({ dir, label, pin, keys });
  return {
    ...{ modulePath: token.modulePath, environment: token.environment, label, pin, wrongPin: '13579246' },
    certificates: new Map(keys.map((key) => [key.label, token.certificates.get(key.label) ?? new Uint8Array()])),
    unlock: () => token.login(),
    stop: () => token.remove(),
  };
}
