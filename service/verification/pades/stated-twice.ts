import type { Statement } from '../../codecs/pdf/metadata-statements.ts';
import { PdfDictionary, PdfString, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import { decodeTextString } from '../../codecs/pdf/text-strings.ts';
import type { RevisionStep } from './revision-changes.ts';

const DC = 'http://purl.org/dc/elements/1.1/';
/** What both the document information and XMP metadata can say (ISO 16684-2; ISO 19005-1 table 1). */
const SAME_IN_METADATA: Readonly<Record<string, string>> = {
  Title: `${DC} title`,
  Author: `${DC} creator`,
  Subject: `${DC} description`,
  Keywords: 'http://ns.adobe.com/pdf/1.3/ Keywords',
};

type Statements = ReadonlyMap<string, Statement>;

/** The document information that a trailer named last; programs that keep no such data leave it out later. */
export function lastInformation({ before }: RevisionStep): PdfObject {
  const named = before.revisions.findLast(({ trailer }) => trailer.get('Info') !== null);
  return named?.trailer.get('Info') ?? null;
}

/**
 * Whether a text that comes into the document information says otherwise than the metadata that were there: some readers
 * show the title of the one, some that of the other. `metadata`: null where they cannot be read.
 */
export function contradictsMetadata(key: string, text: PdfObject, metadata: Statements | null): boolean {
  if (!Object.hasOwn(SAME_IN_METADATA, key) || !(text instanceof PdfString)) return false;
  const said = metadata?.get(SAME_IN_METADATA[key] ?? '');
  return said !== undefined && !isSameText(textOf(text), said.value);
}

/**
 * Name of something that metadata newly say otherwise than the document information did; null where there is none.
 * `older`: what the metadata said before.
 */
export function contradictedInformation(step: RevisionStep, older: Statements, newer: Statements): string | null {
  const information = step.before.resolve(lastInformation(step));
  if (!(information instanceof PdfDictionary)) return null;
  for (const [key, name] of Object.entries(SAME_IN_METADATA)) {
    const said = newer.get(name);
    const text = step.before.get(information, key);
    if (said === undefined || older.has(name) || !(text instanceof PdfString)) continue;
    if (textOf(text) !== '' && !isSameText(textOf(text), said.value)) return key;
  }
  return null;
}

function textOf({ bytes }: PdfString): string {
  return decodeTextString(bytes).trim();
}

/** `value`: as metadataStatements writes it, a list as JSON with the language before each item. */
function isSameText(text: string, value: string): boolean {
  const only = [text, `x-default ${text}`].map((item) => `[${JSON.stringify(item)}]`);
  if (value === text || only.includes(value)) return true;
  const authors = text.split(/[;,] */).map((author) => JSON.stringify(author.trim()));
  return value === `[${authors.join()}]`;
}
