/** What the Content-Type field of an entity says (RFC 2045 5.1). */
export interface ContentType {
  /** Type and subtype in small letters. */
  readonly mediaType: string;
  /** By their names in small letters. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Every reader takes the same from it: all of it is read, and nothing in it is written in a way of which readers differ. */
  readonly isPlain: boolean;
}

interface Parameter {
  readonly key: string;
  readonly value: string;
  readonly isPlain: boolean;
}

const PARAMETER = /^[ \t\r\n]*;[ \t\r\n]*([^\s=;"]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))[ \t\r\n]*/s;
const MEDIA_TYPE = /^[ \t\r\n]*[\w!#$%&'*+.^`{|}~-]+\/[\w!#$%&'*+.^`{|}~-]+[ \t\r\n]*$/;
/** A token (RFC 2045 5.1) without the star, which stands for pieces and character sets (RFC 2231). */
const NAME = /^[\w!#$%&'+.^`{|}~-]+$/;
const TOKEN = /^[\w!#$%&'*+.^`{|}~-]+$/;
/** The slash needs quotation marks, but protocol and type come without them, and all readers take such a value. */
const UNQUOTED = /^[\w!#$%&'*+.^`{|}~/-]+$/;
/** Printable characters of one line. A backslash stands for itself to some readers, and for nothing to others. */
const QUOTED = /^[ !#-[\]-~]*$/;
/** RFC 2046 5.1.1, and no blank at its beginning, where some readers take it away as all do at its end. */
const BOUNDARY = /^[\w'()+,./:=?-](?:[\w'()+,./:=? -]*[\w'()+,./:=?-])?$/;
/** What a reader that searches the field takes for the parameter. */
const INNER_BOUNDARY = /boundary[ \t]*[*=]/i;
/** Some readers take these off as others do quotation marks. */
const APOSTROPHES = /^'.*'$/;

/** Reads the value of the field, with its line breaks if it goes over several lines. */
export function readContentType(field: string): ContentType {
  const [type = ''] = field.split(';', 1);
  const parameters = new Map<string, string>();
  let rest = field.slice(type.length);
  let isPlain = MEDIA_TYPE.test(type);
  for (let found = PARAMETER.exec(rest); found !== null; found = PARAMETER.exec(rest)) {
    const parameter = readParameter(found);
    if (!parameter.isPlain || parameters.has(parameter.key)) isPlain = false;
    if (!parameters.has(parameter.key)) parameters.set(parameter.key, parameter.value);
    rest = rest.slice(found[0].length);
  }
  if (!/^[ \t\r\n;]*$/.test(rest)) isPlain = false;
  return { mediaType: type.trim().toLowerCase(), parameters, isPlain };
}

function readParameter([, name = '', quoted, unquoted = '']: RegExpExecArray): Parameter {
  const key = name.toLowerCase();
  const value = quoted?.replaceAll(/\r?\n(?=[ \t])/g, '').replaceAll(/\\(.)/g, '$1') ?? unquoted;
  const isWritten = quoted === undefined ? (key === 'boundary' ? TOKEN : UNQUOTED).test(unquoted) : QUOTED.test(quoted);
  const isPlain = NAME.test(name) && isWritten && !holdsEncodedWord(value) && !INNER_BOUNDARY.test(value);
  return { key, value, isPlain: isPlain && (key !== 'boundary' || isPlainBoundary(value)) };
}

function isPlainBoundary(value: string): boolean {
  return BOUNDARY.test(value) && !APOSTROPHES.test(value);
}

/** They have no place in a parameter (RFC 2047 5), and some readers decode them there. */
function holdsEncodedWord(value: string): boolean {
  const start = value.indexOf('=?');
  return start >= 0 && value.includes('?=', start + 2);
}
