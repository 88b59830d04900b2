import path from 'node:path';
import { z } from 'zod';
import type { SignatureFormat } from '../../../service/contract/vocabulary/signature-formats.ts';
import { dssLevel } from '../expectations.ts';
import { refused, type Judge, type SignedFile, type TrustMaterial, type Verdict } from './judge.ts';
import { buildJudge } from './maven-build.ts';
import { askLineByLine, runProgram } from './run-program.ts';

const SOURCES = path.resolve(import.meta.dirname, '../dss');
const SOURCE_FILES = [
  'pom.xml',
  ...['Main', 'Judge', 'Rates', 'DssSigner', 'AddSigner'].map((name) => `src/main/java/conformance/${name}.java`),
];

const Finding = z.object({
  indication: z.string(),
  subIndication: z.string().nullable(),
  signatureFormat: z.string(),
  signedBy: z.string().nullable(),
  scopes: z.array(z.string()),
  errors: z.array(z.string()),
  warnings: z.array(z.string()),
  /** What became of each timestamp. */
  timestamps: z.array(z.string()),
});
const Answer = z.object({
  id: z.string(),
  problem: z.string().nullable(),
  document: z.object({ containerType: z.string().nullable(), signatures: z.array(Finding) }).nullable(),
});

export type DssFinding = z.infer<typeof Finding>;
export type DssAnswer = z.infer<typeof Answer>;
type DssTrust = Pick<TrustMaterial, 'anchorFolder' | 'crlFolder'>;

/** What DSS calls the two kinds of containers. */
const CONTAINER_TYPES: Readonly<Partial<Record<SignatureFormat, string>>> = { ASiC_S: 'ASiC-S', ASiC_E: 'ASiC-E' };

/**
 * EU DSS in one Java process for all files. `cache` keeps its classes. Answers null with the reason on `complain` where
 * Java or Maven is missing or the libraries cannot be had.
 */
export async function prepareDss(
  trust: DssTrust,
  cache: string,
  complain: (reason: string) => void,
): Promise<Judge | null> {
  const classPath = await buildDss(cache, complain);
  if (classPath === null) return null;
  return {
    name: 'DSS',
    reads: () => true,
    async judge(files) {
      const answers = await askDss(classPath, trust, files);
      return files.map((file, index) => verdictOf(file, answers[index]));
    },
  };
}

/** What DSS says of each file, in their order; one Java process for all. */
export async function askDss(
  classPath: string,
  { anchorFolder, crlFolder }: DssTrust,
  files: readonly Pick<SignedFile, 'id' | 'path' | 'originals'>[],
): Promise<DssAnswer[]> {
  const args = ['-Xshare:auto', '-XX:TieredStopAtLevel=1', '-cp', classPath, 'conformance.Main'];
  const requests = files.map(({ id, path: file, originals }) => ({ id, path: file, originals }));
  const answers = await askLineByLine('java', [...args, anchorFolder, crlFolder], requests);
  return answers.map((answer) => Answer.parse(answer));
}

/** The class path of DSS and of our programs over it; null with the reason on `complain` where there is none. */
export async function buildDss(cache: string, complain: (reason: string) => void): Promise<string | null> {
  const java = await runProgram('java', ['-version']);
  if (java.code !== 0) return refuse(complain, 'java is missing');
  return buildJudge(SOURCES, SOURCE_FILES, path.join(cache, 'dss'), complain);
}

function refuse(complain: (reason: string) => void, reason: string): null {
  complain(reason);
  return null;
}

function verdictOf(file: SignedFile, answer: DssAnswer | undefined): Verdict {
  const document = answer?.document ?? null;
  if (document === null) return refused(answer?.problem ?? 'no document');
  const { signatures, containerType } = document;
  if (signatures.length !== file.keys.length)
    return refused(`${signatures.length} signatures, not ${file.keys.length}`);
  const type = CONTAINER_TYPES[file.format] ?? null;
  return [
    ...(containerType === type ? [] : refused(`container ${containerType ?? 'none'}, not ${type ?? 'none'}`)),
    ...signatures.flatMap((finding, signature) => textsOf(finding, file).map((text) => ({ text, signature }))),
  ];
}

function textsOf(
  finding: z.infer<typeof Finding>,
  { format, profile, signedNames, containerSignature }: SignedFile,
): string[] {
  const { indication, subIndication, signatureFormat, scopes, errors, warnings, timestamps } = finding;
  const level = dssLevel(format, profile ?? 'B', containerSignature);
  const isCovered = (name: string): boolean => scopes.some((scope) => scope.endsWith(` ${name}`));
  const missed = signedNames.filter((name) => !isCovered(name));
  return [
    ...(indication === 'TOTAL_PASSED' ? [] : [`${indication}/${subIndication ?? '-'}`]),
    ...(signatureFormat === level ? [] : [`detected as ${signatureFormat}`]),
    ...(scopes.length > 0 && missed.length === 0 ? [] : [`covers ${scopes.join(', ')} without ${missed.join(', ')}`]),
    ...timestamps.filter((text) => text !== 'PASSED').map((text) => `timestamp ${text}`),
    ...errors,
    ...warnings.map((text) => `warning: ${text}`),
  ];
}
