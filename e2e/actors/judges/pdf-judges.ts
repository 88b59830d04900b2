import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What an outside program says of a file. */
interface Run {
  readonly code: number;
  readonly output: string;
}

function run(command: string, args: readonly string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(command, [...args], { maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, output: `${stdout}${stderr}` });
    });
  });
}

/** qpdf: structure and cross-references. Warnings are listed so that a caller can compare them with the input's. */
export async function qpdfCheck(path: string): Promise<{ code: number; warnings: readonly string[] }> {
  const { code, output } = await run('qpdf', ['--check', path]);
  const warnings = output.split('\n').filter((line) => line.startsWith('WARNING'));
  return { code, warnings };
}

export interface PdfsigFinding {
  readonly field: string;
  readonly isValid: boolean;
  readonly coversDocument: boolean;
  readonly subFilter: string;
}

/** poppler: every signature it lists (empty fields left out), in its order. Its exit code says nothing, so the text is read. */
export async function pdfsig(path: string): Promise<PdfsigFinding[]> {
  const { output } = await run('pdfsig', ['-nocert', path]);
  return output
    .split(/^Signature #\d+:$/m)
    .slice(1)
    .filter((block) => !block.includes('signature form field is not signed'))
    .map((block) => ({
      field: /Signature Field Name: (.*)/.exec(block)?.[1] ?? '',
      isValid: block.includes('Signature Validation: Signature is Valid.'),
      coversDocument: block.includes('Total document signed'),
      subFilter: /Signature Type: (.*)/.exec(block)?.[1] ?? '',
    }));
}

export interface ExtractedSignature {
  readonly cms: Buffer;
  readonly content: Buffer;
}

/** The newest signature of a PDF, taken out by plain text search: deliberately not by the station's own reader. */
export function extractLastSignature(pdf: Buffer): ExtractedSignature {
  const at = pdf.lastIndexOf('/ByteRange');
  const numbers = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)/.exec(pdf.toString('latin1', at, at + 200));
  if (numbers === null) throw new Error('There is no /ByteRange.');
  const [, a = 0, b = 0, c = 0, d = 0] = numbers.map(Number);
  const hex = pdf.toString('latin1', a + b + 1, c - 1);
  const padded = Buffer.from(hex, 'hex');
  return {
    cms: padded.subarray(0, derLength(padded)),
    content: Buffer.concat([pdf.subarray(a, a + b), pdf.subarray(c, c + d)]),
  };
}

/** Length of the DER value at the start, header included. */
function derLength(bytes: Buffer): number {
  const first = bytes.readUInt8(1);
  if (first < 0x80) return 2 + first;
  const count = first & 0x7f;
  return 2 + count + bytes.readUIntBE(2, count);
}

/** openssl: CMS signature, signed attributes with ESS certificate, chain to what `anchors` (PEM file) holds. */
export async function opensslVerify(folder: string, signature: ExtractedSignature, anchors: string): Promise<Run> {
  const cms = join(folder, 'signature.der');
  const content = join(folder, 'content.bin');
  await writeFile(cms, signature.cms);
  await writeFile(content, signature.content);
  return run('openssl', [
    ...['cms', '-verify', '-cades', '-binary', '-inform', 'DER', '-in', cms, '-content', content],
    ...['-CAfile', anchors, '-purpose', 'any', '-out', join(folder, 'verified.bin')],
  ]);
}
