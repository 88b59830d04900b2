import { bytesSource, type ByteSource } from '../../codecs/byte-source.ts';
import { otherContentOf } from '../cades/foreign-kind.ts';
import { decodeText, type DecodedText } from '../cades/textual-encoding.ts';
import { judgeHiddenArchive } from '../hidden-archive.ts';
import { judgeHiddenPdf } from '../hidden-pdf.ts';
import { detectContainer, isZip } from './detect-container.ts';
import type { Detection } from './detection.ts';
import { otherKindOf } from './other-kinds.ts';
import { readSignedMessage, WHAT_A_MESSAGE_SIGNS } from './signed-message.ts';

/** Readers look for a PDF's header here (ISO 32000-1 annex H, implementation note 13). */
const LOOK_BYTES = 1024;
const SIGNED_DATA = Buffer.from('06092a864886f70d010702', 'hex').toString('latin1');
const TST_INFO = Buffer.from('060b2a864886f70d0109100104', 'hex').toString('latin1');
const INTEGER_OF_ONE = Buffer.from('0201', 'hex').toString('latin1');
/** Within the first bytes of a SignedData stand its version, a few digest algorithms, and the type of its content. */
const CONTENT_TYPE_BYTES = 256;

/** Tells what a file is. Throws nothing for anything in it; node:fs errors of the source go through. */
export async function detectKind(document: ByteSource): Promise<Detection> {
  const start = Buffer.from(document.read(0, LOOK_BYTES)).toString('latin1');
  const found = (kind: Detection['kind'], explanation: string | null = null): Detection => ({
    ...{ kind, document, explanation },
  });
  if (start === '') return found('PlainFile', 'The file is empty.');
  if (isZip(start)) return { document, ...(await detectContainer(document, start)) };
  // What is wrapped around a PDF comes first: the header of the PDF within may stand among these bytes, too.
  const kind = kindOfDer(start);
  if (kind !== null) return found(kind);
  if (start.includes('%PDF-')) return found('PDF');
  const other = otherKindOf(start);
  if (other !== null && !isXhtml(start)) return found('PlainFile', other);
  if (isXml(start)) return found('XML');
  const text = detectText(document) ?? detectMessage(document);
  if (text === null) return found('PlainFile', wordsFor(document));
  if (text.kind === 'PlainFile') return text;
  const [hidden] = [...judgeHiddenPdf(document, []), ...judgeHiddenArchive(document, [])];
  return hidden === undefined ? text : found('PlainFile', hidden.detail);
}

/** A signature that is written as text. */
function detectText(document: ByteSource): Detection | null {
  const text = decodeText(document);
  const kind = text && kindOfDer(Buffer.from(text.bytes.subarray(0, LOOK_BYTES)).toString('latin1'));
  if (text === null || kind === null) return null;
  if (text.isAlone) return { kind, document: bytesSource(text.bytes), explanation: wordsForText(text) };
  // As it is, words around the signature keep it from being VALID: nobody signed them.
  const explanation = `The file is ${text.encoding} text with more in it than a signature: the rest is signed by nobody.`;
  return { kind, document, explanation };
}

function wordsForText({ encoding }: DecodedText): string {
  if (encoding === 'S/MIME') return WHAT_A_MESSAGE_SIGNS;
  return `The file is ${encoding} text, where its format demands bytes (DER); what it stands for was checked.`;
}

/** Mail that is signed so that every reader can show it. */
function detectMessage(document: ByteSource): Detection | null {
  const message = readSignedMessage(document);
  if (message === null) return null;
  const { signed, explanation } = message;
  if (signed === null) return { kind: 'PlainFile', document, explanation };
  const contents = signed.contents.map((content) => bytesSource(content));
  return { kind: 'CMS', document: bytesSource(signed.signature), contents, explanation };
}

/** What is CMS without being a signature is named. */
function wordsFor(document: ByteSource): string {
  return otherContentOf(document)?.detail ?? 'The file is none of the kinds whose signatures this station checks.';
}

/** UTF-8 with or without byte order mark, or UTF-16. */
function isXml(start: string): boolean {
  if (/^(?:\u00ff\u00fe<\0|\u00fe\u00ff\0<|<\0|\0<)/.test(start)) return true;
  return /^(?:\u00ef\u00bb\u00bf)?[ \t\r\n]*</.test(start);
}

/** A page that is XML (XHTML) may be signed as such. */
function isXhtml(start: string): boolean {
  return start.includes('http://www.w3.org/1999/xhtml');
}

function kindOfDer(start: string): 'CMS' | 'TimestampToken' | null {
  if (!start.startsWith('0')) return null;
  const at = start.indexOf(SIGNED_DATA);
  // A ContentInfo begins with its type; the answer of a timestamp authority has its status before that.
  const isContentInfo = at >= 2 && at <= 6;
  const isAnswer =
    at > 0 &&
    at < CONTENT_TYPE_BYTES &&
    /^0[\s\S]{1,5}0[\s\S]{1,3}$/.test(start.slice(0, start.indexOf(INTEGER_OF_ONE)));
  if (!isContentInfo && !isAnswer) return null;
  const isToken = isAnswer || start.slice(at, at + CONTENT_TYPE_BYTES).includes(TST_INFO);
  return isToken ? 'TimestampToken' : 'CMS';
}
