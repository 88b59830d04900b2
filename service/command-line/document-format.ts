import {
  FORMAT_PACKAGINGS,
  signedFileBase,
  signedFileKind,
  type SignatureFormat,
} from '../contract/vocabulary/signature-formats.ts';

const PROBE_BYTES = 1024;
const XML_START = /^\uFEFF?\s*<(\?xml[\s?]|!--|[A-Za-z_][\w.:-]*[\s/>])/;
const HTML_START = /^\uFEFF?\s*<(!doctype\s+html|html[\s>])/i;

/** The format that is natural for a file, by its first bytes and never by its name. */
export async function naturalFormat(file: Blob): Promise<SignatureFormat> {
  const text = new TextDecoder('utf-8').decode(await file.slice(0, PROBE_BYTES).arrayBuffer());
  if (text.includes('%PDF-')) return 'PAdES';
  return XML_START.test(text) && !HTML_START.test(text) ? 'XAdES' : 'CAdES';
}

/** The name that the station will give the signed file. */
export function signedName(fileName: string, format: SignatureFormat, packaging: string | undefined): string {
  const kind = signedFileKind(format, (packaging ?? FORMAT_PACKAGINGS[format][0]) === 'detached');
  return `${signedFileBase(kind, fileName)}${kind.suffix}`;
}
