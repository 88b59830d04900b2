import type { HandOver } from '../../../service/contract/http/hand-over.ts';
import type { Checked } from './verdict-of.ts';

/** Files above this size are not held in memory for their hash alone. */
const MAX_HASHED_BYTES = 512 * 1024 * 1024;

/** SHA-256 of a file, lower-case hex; null where it cannot be taken here. */
async function sha256Of(file: Blob): Promise<string | null> {
  if (!isSecureContext || file.size > MAX_HASHED_BYTES) return null;
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The hand-over report for programs. */
export function handOverJson(report: HandOver): string {
  return `${JSON.stringify({ kind: 'signing-station-verification', version: 1, ...report }, null, 2)}\n`;
}

/** The reports on several files, with how many came to which verdict; a file that was not checked has none. */
export function handOversJson(reports: readonly HandOver[]): string {
  const verdicts = reports.map(({ inspection }) => inspection?.report?.overallStatus ?? 'NONE');
  const summary = Object.fromEntries(
    [...new Set(verdicts)].map((verdict) => [verdict, verdicts.filter((one) => one === verdict).length]),
  );
  return `${JSON.stringify({ kind: 'signing-station-verifications', version: 1, summary, reports }, null, 2)}\n`;
}

/** What is handed over with a file. */
export async function sheetOf(
  { signed, originals: given, check }: Checked,
  stationVersion: string | null,
): Promise<HandOver> {
  const originals = await Promise.all(given.map(async (one) => ({ name: one.name, sha256: await sha256Of(one) })));
  return {
    fileName: signed.name,
    size: signed.size,
    sha256: await sha256Of(signed),
    originals,
    inspection: check.inspection,
    checkedAt: check.inspection?.report?.checkedAt ?? new Date().toISOString(),
    station: location.host,
    stationVersion,
  };
}
