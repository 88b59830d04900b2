import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { SignatureFormat } from '../../../service/contract/vocabulary/signature-formats.ts';
import { refused, type Judge, type SignedFile, type TrustMaterial, type Verdict } from './judge.ts';
import { askLineByLine, runProgram } from './run-program.ts';

const SOURCES = path.resolve(import.meta.dirname, '../pyhanko');

const Finding = z.object({
  bottomLine: z.boolean(),
  intact: z.boolean(),
  valid: z.boolean(),
  trusted: z.boolean(),
  trustProblem: z.string().nullable(),
  summary: z.string(),
  signedAttributes: z.array(z.string()),
  coverage: z.string().optional(),
  subFilter: z.string().optional(),
  docMdpOk: z.boolean().optional(),
  levelProblem: z.string().nullable().optional(),
});
const Answer = z.object({ id: z.string(), problem: z.string().nullable(), signatures: z.array(Finding) });

const KINDS: Readonly<Partial<Record<SignatureFormat, string>>> = {
  PAdES: 'pdf',
  CAdES: 'cms',
  ASiC_S: 'container',
  ASiC_E: 'container',
};

/** pyHanko in one Python process for all files, from an environment of its own below `cache`. */
export async function preparePyhanko(
  trust: Pick<TrustMaterial, 'anchorFolder' | 'crlFolder'>,
  cache: string,
  complain: (reason: string) => void,
): Promise<Judge | null> {
  const python = await installPyhanko(cache, complain);
  if (python === null) return null;
  return {
    name: 'pyHanko',
    // It knows no XAdES, and one signer in a CMS file: a container with two of them in ASiC-S is nothing to it.
    reads: ({ format, containerSignature, keys }) =>
      format in KINDS && containerSignature !== 'XAdES' && (format !== 'ASiC_S' || keys.length === 1),
    async judge(files) {
      const args = [path.join(SOURCES, 'judge.py'), trust.anchorFolder, trust.crlFolder];
      const requests = files.map(({ id, format, path: file, originals, profile = 'B' }) => ({
        ...{ id, kind: KINDS[format], path: file, originals },
        ...(profile !== 'B' && { level: profile }),
      }));
      const answers = await askLineByLine(python, ['-B', ...args], requests);
      return files.map((file, index) => verdictOf(file, Answer.parse(answers[index])));
    },
  };
}

/** The Python that has pyHanko, below `cache`; null with the reason on `complain` where there is none. */
export async function installPyhanko(cache: string, complain: (reason: string) => void): Promise<string | null> {
  const target = path.join(cache, 'pyhanko');
  const requirements = path.join(SOURCES, 'requirements.txt');
  const wanted = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  const [stamp, python] = [path.join(target, 'state'), path.join(target, 'bin', 'python')];
  if (existsSync(python) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return python;
  rmSync(target, { recursive: true, force: true });
  mkdirSync(path.dirname(target), { recursive: true });
  const made = await runProgram('python3', ['-m', 'venv', target]);
  if (made.code !== 0) {
    complain(`python3 -m venv ended with ${made.code}: ${made.output.slice(0, 600)}`);
    return null;
  }
  const installed = await runProgram(python, [
    ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '-r', requirements],
  ]);
  if (installed.code !== 0) {
    complain(`pip ended with ${installed.code}: ${installed.output.slice(0, 600)}`);
    return null;
  }
  writeFileSync(stamp, wanted);
  return python;
}

function verdictOf(file: SignedFile, { problem, signatures }: z.infer<typeof Answer>): Verdict {
  if (problem !== null) return refused(problem);
  if (signatures.length !== file.keys.length)
    return refused(`${signatures.length} signatures, not ${file.keys.length}`);
  return signatures.flatMap((finding, signature) =>
    textsOf(finding, file, signature).map((text) => ({ text, signature })),
  );
}

function textsOf(finding: z.infer<typeof Finding>, file: SignedFile, index: number): string[] {
  const { bottomLine, summary, trustProblem, subFilter, coverage, signedAttributes, levelProblem } = finding;
  const texts = bottomLine ? [] : [`${summary} ${trustProblem ?? ''}`.trim()];
  if (typeof levelProblem === 'string') texts.push(levelProblem);
  if (!signedAttributes.includes('signing_certificate_v2')) texts.push('no signing-certificate-v2');
  if (file.format !== 'PAdES') return texts;
  // ETSI EN 319 142-1 6.3: the claimed time is in the dictionary; signing-time shall not be used.
  if (signedAttributes.includes('signing_time')) texts.push('signing-time among the signed attributes');
  if (subFilter !== '/ETSI.CAdES.detached') texts.push(`SubFilter ${subFilter}`);
  // Evidence and document timestamps come after what is signed.
  const isLast = index === file.keys.length - 1 && file.profile !== 'LT' && file.profile !== 'LTA';
  const expected = isLast ? 'ENTIRE_FILE' : 'ENTIRE_REVISION';
  if (coverage !== expected) texts.push(`coverage ${coverage}, not ${expected}`);
  return texts;
}
