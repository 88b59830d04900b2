import { createHash } from 'node:crypto';

/** Times, ids and hashes of what the fake station shows. */
export const DAY = 86_400_000;
export const iso = (offsetMilliseconds: number): string => new Date(Date.now() + offsetMilliseconds).toISOString();
export const uuid = (seed: string): string =>
  createHash('sha256')
    .update(seed)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
export const hash = (name: 'sha1' | 'sha256', seed: string): string => createHash(name).update(seed).digest('hex');
