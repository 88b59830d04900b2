import type { PinQuestion } from '../../main/ipc/pin-messages.ts';
import { formatBytes } from '../formatting/bytes.ts';
import { language, t } from './texts/texts.ts';

/** The one sentence that says what is asked for, before anything is asked. */
export function sentence({ way, documents, behind }: PinQuestion): string {
  const all = documents.length + behind;
  if (way === 'reader') return t.onReader(documents.length);
  if (way === 'once') return t.once(documents.length);
  if (all === 1) return t.single;
  return way === 'each' ? t.each(all) : t.unknown(documents.length);
}

/** What the token says about the length of its PIN; null where it says nothing. */
export function lengthHint({ length }: PinQuestion): string | null {
  return length === null ? null : t.length(length.min, length.max);
}

/** Why a PIN of so many bytes is not handed on; null when it may be right. */
export function misfit({ length }: PinQuestion, bytes: number): string | null {
  if (bytes === 0) return t.empty;
  if (length === null || (bytes >= length.min && bytes <= length.max)) return null;
  return bytes < length.min ? t.tooShort : t.tooLong;
}

/** As the pages say it of the same document. */
export function size(bytes: number): string {
  return formatBytes(bytes, { locale: language, bytes: () => t.bytes(bytes), sizes: t.sizes });
}

/** Who gave a document in, where that was not somebody at this machine without a key. */
export function caller(createdBy: string): string | null {
  return createdBy === 'anonymous' ? null : t.givenBy(createdBy);
}
