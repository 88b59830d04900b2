import { readFile } from 'node:fs/promises';
import { VerificationReport } from '../../../service/contract/http/verification.ts';
import { refused, type Judge, type SignedFile, type Verdict } from './judge.ts';
import { mapAtMost } from './run-program.ts';

const UPLOADABLE: readonly string[] = ['PAdES', 'XAdES', 'CAdES'];

/** The station itself: its stored output, and, where the format may be uploaded, the file with its original. */
export function stationJudge(): Judge {
  return {
    name: 'station',
    reads: ({ format, requestId }) => requestId !== undefined || UPLOADABLE.includes(format),
    judge: (files) =>
      mapAtMost(4, files, async (file) => {
        const isUploadable = UPLOADABLE.includes(file.format);
        return [
          ...(file.requestId === undefined ? [] : await stored(file, file.requestId)),
          ...(isUploadable ? await uploaded(file) : []),
        ];
      }),
  };
}

async function stored(file: SignedFile, requestId: string): Promise<Verdict> {
  return verdictOf(await fetch(`${file.api}/signatures/${requestId}/verification`), file, 'stored');
}

async function uploaded(file: SignedFile): Promise<Verdict> {
  const form = new FormData();
  form.set('format', file.format);
  form.set('file', new Blob([new Uint8Array(await readFile(file.path))]), 'document');
  const [original] = file.originals;
  if (original !== undefined) {
    form.set('originalFile', new Blob([new Uint8Array(await readFile(original))]), 'original');
  }
  return verdictOf(await fetch(`${file.api}/verifications`, { method: 'POST', body: form }), file, 'uploaded');
}

async function verdictOf(answer: Response, file: SignedFile, what: string): Promise<Verdict> {
  const text = await answer.text();
  if (answer.status !== 200) return refused(`${what}: HTTP ${answer.status} ${text.slice(0, 300)}`);
  const report = VerificationReport.parse(JSON.parse(text));
  const counters = report.signatures.flatMap(({ counterSignatures = [] }) => counterSignatures);
  const count = report.signatures.length + counters.length;
  const texts = [
    ...(report.overallStatus === 'VALID' ? [] : [`${report.overallStatus} ${report.reasonCodes.join(' ')}`]),
    ...(count === file.keys.length ? [] : [`${count} signatures`]),
    ...counters.filter(({ status }) => status !== 'VALID').map(({ name }) => `counter-signature ${name} is not VALID`),
    ...report.signatures
      .filter(({ profileReached }) => profileReached !== 'B')
      .map(({ name, profileReached }) => `${name} reaches profile ${profileReached ?? 'none'}`),
  ];
  return texts.map((text) => ({ text: `${what}: ${text}` }));
}
