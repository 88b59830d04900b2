import { eachChildNamed, elementsInNamespace } from '../xmldsig/find-elements.ts';
import type { XmlElement } from '../xmldsig/xml-document.ts';
import { XmlError } from '../xmldsig/xml-error.ts';

/** Namespace of ETSI TS 119 612, annex C. */
export const TSL = 'http://uri.etsi.org/02231/v2#';

const MAX_TEXT_CHARACTERS = 1_000;
/** Of a text as it is written, with the white space around it. */
const MAX_WRITTEN_CHARACTERS = 16 * MAX_TEXT_CHARACTERS;
const MAX_CERTIFICATE_CHARACTERS = 64 * 1024;

/** Elements below an identity, and languages that something is named in. */
const MAX_IDENTITY_ELEMENTS = 10_000;
const MAX_NAMES = 1_000;

/** The one child of that name; null for none. Throws XmlError where there are several. */
export function child(parent: XmlElement, name: string): XmlElement | null {
  const [found, more] = eachChildNamed(parent, TSL, name);
  if (more !== undefined) throw new XmlError('XML_STRUCTURE_INVALID', `there are several elements ${name}`);
  return found ?? null;
}

/** The children of that name; throws XmlError XML_LIMIT_EXCEEDED as soon as there are more than `most`, which `what` is told of. */
export function atMost(most: number, parent: XmlElement, name: string, what: string): XmlElement[] {
  const found: XmlElement[] = [];
  for (const element of eachChildNamed(parent, TSL, name)) {
    found.push(element);
    if (found.length > most) throw new XmlError('XML_LIMIT_EXCEEDED', what);
  }
  return found;
}

/** As child; throws XmlError where there is none. */
export function need(parent: XmlElement, name: string): XmlElement {
  const found = child(parent, name);
  if (found === null) throw new XmlError('XML_STRUCTURE_INVALID', `an element ${name} is missing`);
  return found;
}

/** Without white space around it, and without the characters that could turn a line of a page or a log into another. */
export function textOf(element: XmlElement): string {
  return element
    .plainText()
    .slice(0, MAX_WRITTEN_CHARACTERS)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT_CHARACTERS);
}

/** The `Name` in a parent. Clause 5.1.4: names are given in English beside other languages; the first where that is missing. */
export function inEnglish(parent: XmlElement): string {
  const names = atMost(MAX_NAMES, parent, 'Name', 'something is named in too many languages');
  const english = names.find((one) => one.attribute('lang', XML)?.toLowerCase() === 'en') ?? names[0];
  return english === undefined ? '' : textOf(english);
}

/** A date and time with its zone. Throws XmlError. */
export function instant(element: XmlElement): Date {
  const text = textOf(element);
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(time.getTime())) {
    throw new XmlError('XML_STRUCTURE_INVALID', `an element ${element.localName} is no date and time`);
  }
  return time;
}

/** Octets in Base64 of all elements of that name below. Throws XmlError for what is none. */
export function octetsIn(parent: XmlElement, name: string): Uint8Array[] {
  const found: XmlElement[] = [];
  let count = 0;
  for (const element of elementsInNamespace(parent, TSL)) {
    if (++count > MAX_IDENTITY_ELEMENTS) throw new XmlError('XML_LIMIT_EXCEEDED', 'an identity has too many parts');
    if (element.localName === name) found.push(element);
  }
  return found.map((element) => {
    const written = element.plainText();
    const text = written.length > 2 * MAX_CERTIFICATE_CHARACTERS ? '' : written.replace(/\s+/g, '');
    if (text.length > MAX_CERTIFICATE_CHARACTERS || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) {
      throw new XmlError('XML_STRUCTURE_INVALID', `an element ${name} does not hold base64`);
    }
    return new Uint8Array(Buffer.from(text, 'base64'));
  });
}

/** DER of all certificates below. Throws XmlError. */
export function certificatesIn(parent: XmlElement): Uint8Array[] {
  return octetsIn(parent, 'X509Certificate');
}

const XML = 'http://www.w3.org/XML/1998/namespace';
