import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { extractLastSignature, qpdfCheck } from '../../actors/judges/pdf-judges.ts';
import { signedPartsOf } from './container-parts.ts';
import { GOOD, refused, type Judge, type SignedFile, type TrustMaterial, type Verdict } from './judge.ts';
import { mapAtMost, runProgram } from './run-program.ts';

const AT_ONCE = 2;

function eachBy(
  name: string,
  reads: (file: SignedFile) => boolean,
  judgeOne: (file: SignedFile) => Promise<Verdict>,
): Judge {
  return { name, reads, judge: (files) => mapAtMost(AT_ONCE, files, judgeOne) };
}

/** `openssl cms -verify -cades` with the CRLs of the whole chain; on the newest signature of a PDF, and in containers. */
export function opensslJudge(trust: TrustMaterial, folder: string): Judge {
  return eachBy(
    'openssl',
    ({ format, containerSignature }) => format !== 'XAdES' && containerSignature !== 'XAdES',
    async (file) => {
      const place = await mkdtemp(path.join(folder, 'openssl-'));
      const parts = await detachedParts(file, place);
      for (const { cms, content } of parts) {
        const run = await runProgram('openssl', [
          ...['cms', '-verify', '-cades', '-binary', '-inform', 'DER', '-in', cms],
          ...(content === undefined ? [] : ['-content', content]),
          ...['-CAfile', trust.anchorAndCrlFile, '-crl_check_all', '-purpose', 'any', '-out', '/dev/null'],
        ]);
        if (run.code !== 0) return refused(lastLine(run.output));
      }
      return parts.length > 0 ? GOOD : refused('no signature found');
    },
  );
}

interface CmsFiles {
  readonly cms: string;
  readonly content: string | undefined;
}

async function detachedParts(file: SignedFile, place: string): Promise<CmsFiles[]> {
  if (file.format === 'CAdES') return [{ cms: file.path, content: file.originals[0] }];
  const bytes = await readFile(file.path);
  const parts = file.format === 'PAdES' ? [extractLastSignature(bytes)] : signedPartsOf(bytes);
  return Promise.all(
    parts.map(async ({ cms, content }, index) => {
      const names = { cms: path.join(place, `${index}.p7s`), content: path.join(place, `${index}.bin`) };
      await writeFile(names.cms, cms);
      await writeFile(names.content, content);
      return names;
    }),
  );
}

/** xmlsec1: every reference, the signature value and the chain to the root. */
export function xmlsecJudge(trust: TrustMaterial): Judge {
  return eachBy(
    'xmlsec1',
    ({ format }) => format === 'XAdES',
    async (file) => {
      const run = await runProgram(
        'xmlsec1',
        [
          '--verify',
          ...['--id-attr:Id', 'http://uri.etsi.org/01903/v1.3.2#:SignedProperties'],
          ...['--id-attr:Id', 'http://www.w3.org/2000/09/xmldsig#:Object'],
          ...['--enabled-key-data', 'x509', '--trusted-pem', trust.anchorFile, file.path],
        ],
        // A detached signature names its file; the name is looked for in the working directory.
        path.dirname(file.originals[0] ?? file.path),
      );
      const references = /SignedInfo References \(ok\/all\): (\d+)\/(\d+)/.exec(run.output);
      const unknown = /xmlSecTransformIdListFindByHref.*href=(\S+)/.exec(run.output)?.[1];
      if (unknown !== undefined) return refused(`unknown algorithm ${unknown}`);
      const isGood =
        run.code === 0 && /^OK$/m.test(run.output) && references?.[1] === references?.[2] && references?.[2] === '2';
      return isGood ? GOOD : refused(run.output.trim().split('\n').slice(-4).join(' | '));
    },
  );
}

/** poppler with the root in an NSS database: signature, coverage and trust in the certificate. */
export async function pdfsigJudge(trust: TrustMaterial, folder: string): Promise<Judge> {
  const database = `sql:${path.join(folder, 'nss')}`;
  await mkdir(path.join(folder, 'nss'));
  await runProgram('certutil', ['-N', '-d', database, '--empty-password']);
  await runProgram('certutil', ['-A', '-d', database, '-n', 'root', '-t', 'CT,C,C', '-i', trust.anchorFile]);
  return eachBy(
    'pdfsig',
    ({ format }) => format === 'PAdES',
    async (file) => {
      // Its exit code says nothing, so the text is read.
      const { output } = await runProgram('pdfsig', ['-nssdir', database, file.path]);
      const blocks = output
        .split(/^Signature #\d+:$/m)
        .slice(1)
        .filter((block) => !block.includes('signature form field is not signed'));
      if (blocks.length !== file.keys.length) return refused(`${blocks.length} signatures, not ${file.keys.length}`);
      const wanted = [
        'Signature Validation: Signature is Valid.',
        'Certificate Validation: Certificate is Trusted.',
        'Signature Type: ETSI.CAdES.detached',
      ];
      const complaints = blocks.flatMap((block, signature) =>
        wanted.filter((line) => !block.includes(line)).map((line) => ({ text: foundInstead(block, line), signature })),
      );
      const covering = blocks.filter((block) => block.includes('Total document signed')).length;
      return covering === 1 ? complaints : [...complaints, { text: `${covering} signatures cover the whole document` }];
    },
  );
}

/** What stands in the block in the place of a line that was wanted. */
function foundInstead(block: string, line: string): string {
  const label = line.slice(0, line.indexOf(':'));
  return new RegExp(`${label}: .*`).exec(block)?.[0] ?? `nothing about ${label}`;
}

/** qpdf: structure and cross-references without a warning. It knows nothing of signatures. */
export function qpdfJudge(): Judge {
  return eachBy(
    'qpdf',
    ({ format }) => format === 'PAdES',
    async (file) => {
      const { code, warnings } = await qpdfCheck(file.path);
      return code === 0 && warnings.length === 0
        ? GOOD
        : refused(`code ${code}: ${warnings.join('; ').replaceAll(`${file.path}: `, '')}`);
    },
  );
}

/** The last words of a complaint, without the thread ids that make each one different. */
function lastLine(text: string): string {
  const lines = text.trim().split('\n');
  return lines
    .slice(-2)
    .map((line) => line.replace(/^[0-9A-F]+:error:/, 'error:'))
    .join(' | ');
}
