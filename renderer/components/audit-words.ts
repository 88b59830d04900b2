import type { AuditWords } from '../formatting/audit.ts';
import { formatBytes } from '../formatting/bytes.ts';
import { formatDateTime, formatDuration } from '../formatting/times.ts';
import { watchedFolderOf } from '../formatting/watched-folder.ts';
import { laterText, text } from '../messages/messages.ts';
import { named } from '../messages/named.ts';
import { waitName } from '../messages/sentence-words.ts';

const providerType = (type: string | number): string => named(text.providerTypes, String(type));

/** How the pages word what an audit entry holds: the station records codes, bytes and times for programs. */
export const auditWords = (): AuditWords => ({
  names: laterText.audit.particulars,
  values: {
    providerType,
    signingProvider: providerType,
    size: (bytes) => formatBytes(Number(bytes)),
    waitMilliseconds: (wait) => formatDuration(Number(wait)),
    waitReason: (reason) => waitName(String(reason)),
    waitUntil: (time) => formatDateTime(String(time)),
  },
  yes: laterText.audit.yes,
  no: laterText.audit.no,
});

/** Who did it: what has no name of its own in the page's language, everybody else as recorded. */
export function actorName(actor: string): string {
  const folder = watchedFolderOf(actor);
  return folder === undefined ? named(laterText.audit.actors, actor) : laterText.review.byFolder(folder);
}
