import { byKind, type OfKind } from '../contract/vocabulary/provider-types.ts';
import type { Configuration } from './configuration.ts';
import { configuredProviders, type ConfiguredProvider } from './provider-entries.ts';

/**
 * What keeps a machine busy with keys in files: jobs wait for the disk most of the time, and what is under way at once
 * shares its turns, its messages and its commits.
 */
const KEY_FILE_SLOTS = 24;
/** A card signs one document at a time: these are that one, those being prepared for it, and one being stored. */
const PIPELINE_SLOTS = 4;
const MAX = 256;

/** What tells how many documents a provider can have under way. */
type SlotFacts =
  | Pick<OfKind<ConfiguredProvider, 'key-file'>, 'type'>
  | (Pick<OfKind<ConfiguredProvider, 'token'>, 'type'> & { readonly maxConcurrentSessions?: number });

/**
 * How many jobs are under way for one provider at most: enough that each of its sessions has a document to sign and
 * another one behind it that is being prepared or stored.
 */
export function providerSlots(provider: SlotFacts): number {
  return byKind(provider, {
    'key-file': () => KEY_FILE_SLOTS,
    token: ({ maxConcurrentSessions = 0 }) => PIPELINE_SLOTS + 2 * maxConcurrentSessions,
  });
}

/** How many jobs a worker has under way at once. Unless it is configured: what all tokens need, and key files. */
export function workerConcurrency({ Worker, Signing }: Pick<Configuration, 'Worker' | 'Signing'>): number {
  if (Worker.Concurrency !== null) return Worker.Concurrency;
  const slots = configuredProviders(Signing).map((provider) =>
    byKind(provider, { 'key-file': () => 0, token: providerSlots }),
  );
  return Math.min(
    MAX,
    slots.reduce((sum, each) => sum + each, KEY_FILE_SLOTS),
  );
}
