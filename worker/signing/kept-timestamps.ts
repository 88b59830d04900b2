import { readFile, writeFile } from 'node:fs/promises';
import type { JobDetails } from '../../service/persistence/persistence.ts';
import { ObjectNotFound } from '../../service/storage/object-store.ts';
import { requestKeys } from '../../service/storage/storage-keys.ts';
import type { SigningContext } from './signing-context.ts';

/** Timestamps by what they are over, as watchServices names it. */
export type Timestamps = ReadonlyMap<string, Uint8Array>;

/** Attempts count from one: under this number lies what all attempts of a job share. */
const SHARED = 0;
const LINE = /^([^\n ]+ [0-9a-f]+) ([A-Za-z0-9+/]+=*)$/;

function keyOf({ request }: JobDetails): string {
  return requestKeys(request.tenantId, request.id, request.createdAt).stagedTimestamped(SHARED);
}

/** The timestamps that earlier attempts have kept; none where nothing is kept or it cannot be read. */
export async function keptTimestamps({ objects }: SigningContext, details: JobDetails): Promise<Timestamps> {
  try {
    const copy = await objects.localCopy(keyOf(details));
    try {
      const lines = (await readFile(copy.path, 'utf8')).split('\n').map((line) => LINE.exec(line));
      return new Map(lines.flatMap((line) => (line === null ? [] : [[line[1] ?? '', fromBase64(line[2] ?? '')]])));
    } finally {
      await copy.release();
    }
  } catch (fault) {
    if (fault instanceof ObjectNotFound) return new Map();
    throw fault;
  }
}

/**
 * Keeps the timestamps of an attempt that has to wait for evidence, which may take days: the next one uses them, so that
 * the authority is asked once for each. A file of its own with a line for each, written by the first attempt that waits.
 * Where that fails the next attempt asks for others.
 */
export async function keepTimestamps(
  context: SigningContext,
  details: JobDetails,
  timestamps: Timestamps,
): Promise<void> {
  const key = keyOf(details);
  try {
    if (timestamps.size === 0 || (await context.objects.size(key)) !== undefined) return;
    const path = await context.objects.stagingPath(key);
    const lines = [...timestamps].map(([imprint, token]) => `${imprint} ${Buffer.from(token).toString('base64')}`);
    await writeFile(path, lines.join('\n'), { mode: 0o600 });
    await context.objects.putFile(key, path);
  } catch (fault) {
    context.onPromotionFailure(fault);
  }
}

/** What was kept is of no use once the job has a new version. What stays behind is found with the leftovers. */
export async function forgetTimestamps(context: SigningContext, details: JobDetails): Promise<void> {
  try {
    await context.objects.delete(keyOf(details));
  } catch (fault) {
    context.onPromotionFailure(fault);
  }
}

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'));
}
