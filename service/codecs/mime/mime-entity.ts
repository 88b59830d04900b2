import { readContentType, type ContentType } from './content-type.ts';

/** Headers of a MIME entity, a whole message or a part of one (RFC 2045 3); text/plain where nothing is said (5.2). */
export interface MimeEntity extends ContentType {
  /** In small letters; 7bit where nothing is said (6.1). */
  readonly transferEncoding: string;
  readonly body: Uint8Array;
}

/** More than the headers of a message that went through many servers. */
const MAX_HEADER_BYTES = 256 * 1024;
/** Without a blank before the colon, which was allowed once: to some readers such a line ends the headers. */
const FIELD = /^([!-9;-~]+):[ \t]*(.*)$/s;

/**
 * Reads the headers at the beginning of `bytes`. Null for what does not begin with header fields, and where a field that
 * says how to read the body is there twice: readers of mail differ in which of the two counts.
 */
export function readMimeEntity(bytes: Uint8Array): MimeEntity | null {
  const start = Buffer.from(bytes.subarray(0, MAX_HEADER_BYTES)).toString('latin1');
  const end = /^\r?\n|\r?\n\r?\n/.exec(start);
  if (end === null) return null;
  const fields = readFields(start.slice(0, end.index));
  if (fields === null) return null;
  const type = readContentType(fields.get('content-type') ?? 'text/plain');
  const transferEncoding = (fields.get('content-transfer-encoding') ?? '7bit').trim().toLowerCase();
  return { ...type, transferEncoding, body: bytes.subarray(end.index + end[0].length) };
}

/** Whether `start` reads like the headers of a MIME message; a note that begins with a word and a colon does not. */
export function startsAsMime(start: string): boolean {
  if (!/^[!-9;-~]+[ \t]*:/.test(start)) return false;
  const [head = ''] = start.split(/\r?\n\r?\n/, 1);
  return /^(?:mime-version|content-type)[ \t]*:/im.test(head);
}

function readFields(head: string): ReadonlyMap<string, string> | null {
  // Some readers end a line at a lone CR or at other control characters, and find another field there.
  if (/\r(?!\n)|[\v\f]|[^\s -~\u0080-\u00ff]/.test(head)) return null;
  // To some the headers end at a line of white space.
  if (/\n[ \t]+(?:\r?\n|$)/.test(head)) return null;
  const fields = new Map<string, string>();
  // A line that begins with white space goes on with the one before it (RFC 5322 2.2.3).
  for (const line of head.split(/\r?\n(?![ \t])/)) {
    if (line === '') continue;
    const [, name = '', value = ''] = FIELD.exec(line) ?? [];
    if (name === '') return null;
    const key = name.toLowerCase();
    if (key.startsWith('content-') && fields.has(key)) return null;
    fields.set(key, value);
  }
  return fields;
}
