import {
  isOddItem,
  PdfDictionary,
  PdfName,
  PdfReference,
  PdfStream,
  PdfString,
  type ObjectCipher,
  type PdfObject,
} from './pdf-objects.ts';

import { LOOSE_SIGN } from './token-reader.ts';

/**
 * An object in PDF syntax (ISO 32000-2 clause 7.3), one character per byte. Strings keep their bytes, numbers their
 * value. With the cipher of the indirect object that it belongs to, strings are encrypted. A stream of the source can't
 * be written this way; only its dictionary could, so it is a TypeError.
 */
export function serializeObject(object: PdfObject, cipher: ObjectCipher | null = null): string {
  if (object === null) return 'null';
  if (typeof object === 'boolean') return String(object);
  if (typeof object === 'number') return serializeNumber(object);
  if (object instanceof PdfName) return serializeName(object.value);
  if (object instanceof PdfString) return serializeString(object, cipher);
  if (object instanceof PdfReference) return `${object.number} ${object.generation} R`;
  if (object instanceof PdfDictionary) return serializeDictionary(object, cipher);
  if (object instanceof PdfStream) throw new TypeError('a stream is not a direct object');
  const items = object.map((item, index) => {
    const written = serializeObject(item, cipher);
    return isOddItem(object, index) ? asItWas(item, written) : written;
  });
  return `[${items.join(' ')}]`;
}

/** An integer with a fraction of zero stays one: some readers would take it for a flag or a count that it was not before. */
function asItWas(object: PdfObject, written: string): string {
  return typeof object === 'number' && Number.isSafeInteger(object) ? `${written}.0` : written;
}

export function serializeDictionary(dictionary: PdfDictionary, cipher: ObjectCipher | null = null): string {
  let text = '<<';
  for (const [key, value] of dictionary.entries) {
    const written = serializeObject(value, cipher);
    text += `${serializeName(key)} ${dictionary.isOdd(key) ? asItWas(value, written) : written}\n`;
  }
  return `${text}>>`;
}

function encrypted(string: PdfString, cipher: ObjectCipher | null): Uint8Array {
  return cipher === null || string.isClear ? string.bytes : cipher.encryptString(string.bytes);
}

/** Clause 7.3.3 knows no exponents. */
function serializeNumber(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) < 1 ? value.toFixed(20).replace(/\.?0+$/, '') : value.toFixed(0);
}

function serializeName(value: string): string {
  const escaped = value.replaceAll(/[^!-~]|[()<>[\]{}/%#]/g, (character) => {
    if (character === LOOSE_SIGN) return '#';
    return `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return `/${escaped}`;
}

function serializeString(string: PdfString, cipher: ObjectCipher | null): string {
  if (string.literal !== null && cipher === null) return `(${Buffer.from(string.literal).toString('latin1')})`;
  const bytes = encrypted(string, cipher);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const isPrintable = buffer.every((code) => code >= 0x20 && code <= 0x7e);
  if (!isPrintable) return `<${buffer.toString('hex').toUpperCase()}>`;
  return `(${buffer.toString('latin1').replaceAll(/[()\\]/g, String.raw`\$&`)})`;
}
