import { FORMAT_PACKAGINGS, type SignatureFormat } from '../contract/vocabulary/signing.ts';

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
  const stem = fileName.replace(/(?<=.)\.[^.]*$/u, '');
  switch (format) {
    case 'PAdES':
      return `${fileName.replace(/\.pdf$/i, '')}-signed.pdf`;
    case 'XAdES':
      return `${fileName.replace(/\.xml$/i, '')}-signed.xml`;
    case 'CAdES':
      return `${fileName}${(packaging ?? FORMAT_PACKAGINGS.CAdES[0]) === 'detached' ? '.p7s' : '.p7m'}`;
    case 'ASiC_S':
      return `${stem}.asics`;
    case 'ASiC_E':
      return `${stem}.asice`;
  }
}
