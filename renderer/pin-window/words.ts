import type { PinQuestion } from '../../main/ipc/pin-messages.ts';

/** The one sentence that says what is asked for, before anything is asked. */
export function sentence({ way, documents, behind }: PinQuestion): string {
  const all = documents.length + behind;
  if (way === 'reader') return `On the reader: its keys take the PIN for ${count(documents.length)}.`;
  if (way === 'once') return `1 PIN for ${count(documents.length)}.`;
  return all === 1 ? 'A PIN for this document.' : `A PIN for each document (the card’s rule); ${all} wait.`;
}

export function heading({ documents }: PinQuestion): string {
  return documents.length === 1 ? 'Sign this document?' : `Sign these ${documents.length} documents?`;
}

export function count(documents: number): string {
  return documents === 1 ? '1 document' : `${documents.toLocaleString('en')} documents`;
}

/** What the token says about the length of its PIN; null where it says nothing. */
export function lengthHint({ length }: PinQuestion): string | null {
  if (length === null) return null;
  const { min, max } = length;
  return min === max ? `${min} characters` : `${min} to ${max} characters`;
}

/** Why a PIN of so many bytes is not handed on; null when it may be right. */
export function misfit({ length }: PinQuestion, bytes: number): string | null {
  if (bytes === 0) return 'Type the PIN first.';
  if (length === null || (bytes >= length.min && bytes <= length.max)) return null;
  const what = bytes < length.min ? 'too short' : 'too long';
  return `That is ${what} for this token. It was not tried.`;
}

export function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${value.toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`;
}

/** Who gave a document in, where that was not somebody at this machine without a key. */
export function caller(createdBy: string): string | null {
  return createdBy === 'anonymous' ? null : `given in by ${createdBy}`;
}
