import type { TimestampingTrial } from '../contract/http/timestamping.ts';
import { StationError } from '../domain/station-error.ts';
import type { TimestampAuthority } from '../timestamping/timestamp-authority.ts';

/**
 * Asks every configured authority for a timestamp of nothing in particular, and says in one sentence whether documents
 * could be timestamped now, and if not, why. What is wrong with the settings is an answer, not an error.
 */
export async function tryTimestamping(authority: Pick<TimestampAuthority, 'tryAll'>): Promise<TimestampingTrial> {
  try {
    const authorities = [...(await authority.tryAll())];
    const deciding = authorities.find(({ ok }) => ok) ?? authorities[0];
    const sentence = deciding?.sentence ?? 'No timestamp authority is configured (Timestamping:Url).';
    return { ok: deciding?.ok ?? false, sentence, authorities };
  } catch (fault) {
    if (!(fault instanceof StationError)) throw fault;
    return { ok: false, sentence: fault.message, authorities: [] };
  }
}
