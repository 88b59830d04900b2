/** Headers of a MIME entity, a whole message or a part of one (RFC 2045 3). */
export interface MimeEntity {
  /** Type and subtype in small letters; text/plain where nothing is said (5.2). */
  readonly mediaType: string;
  /** By their names in small letters. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Its parameters are all read, and none is there twice or in pieces, of which readers take one or the other. */
  readonly isPlain: boolean;
  /** In small letters; 7bit where nothing is said (6.1). */
  readonly transferEncoding: string;
  readonly body: Uint8Array;
}

/** More than the headers of a message that went through many servers. */
const MAX_HEADER_BYTES = 256 * 1024;
const FIELD = /^([!-9;-~]+)[ \t]*:[ \t]*(.*)$/s;
const PARAMETER = /^[ \t]*;[ \t]*([^\s=;"]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))[ \t]*/;

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
  // Some readers end a line at a lone CR, and find another field there.
  if (/\r(?!\n)|\0/.test(head)) return null;
  const fields = new Map<string, string>();
  // A line that begins with white space goes on with the one before it (RFC 5322 2.2.3).
  for (const line of head.replaceAll(/\r?\n(?=[ \t])/g, '').split(/\r?\n/)) {
    if (line === '') continue;
    const [, name = '', value = ''] = FIELD.exec(line) ?? [];
    if (name === '') return null;
    const key = name.toLowerCase();
    if (key.startsWith('content-') && fields.has(key)) return null;
    fields.set(key, value);
  }
  return fields;
}

function readContentType(value: string): Pick<MimeEntity, 'mediaType' | 'parameters' | 'isPlain'> {
  const [type = ''] = value.split(';', 1);
  const parameters = new Map<string, string>();
  let rest = value.slice(type.length);
  let isPlain = true;
  for (let found = PARAMETER.exec(rest); found !== null; found = PARAMETER.exec(rest)) {
    const [whole, name = '', quoted, token = ''] = found;
    const key = name.toLowerCase();
    // RFC 2231 has parameters in pieces, name*0 and so on, which not every reader puts together.
    if (parameters.has(key) || key.includes('*')) isPlain = false;
    else parameters.set(key, quoted?.replaceAll(/\\(.)/g, '$1') ?? token);
    rest = rest.slice(whole.length);
  }
  if (!/^[ \t;]*$/.test(rest)) isPlain = false;
  return { mediaType: type.trim().toLowerCase(), parameters, isPlain };
}
