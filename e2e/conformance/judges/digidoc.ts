import path from 'node:path';
import { z } from 'zod';
import { buildJudge } from './maven-build.ts';
import { askLineByLine } from './run-program.ts';

const SOURCES = path.resolve(import.meta.dirname, '../digidoc4j');
const SOURCE_FILES = ['pom.xml', 'src/main/java/conformance/DigiDoc.java'];

const Answer = z.object({
  files: z.array(z.string()),
  signatures: z.array(z.object({ profile: z.string(), errors: z.array(z.string()) })),
  problem: z.string().nullable(),
});
/** The files and signatures of a container as digidoc4j sees them; `problem` where it did not open or sign it. */
export type DigiDocAnswer = z.infer<typeof Answer>;

export interface DigiDocTask {
  readonly path: string;
  /** Where the container is written with a signature of digidoc4j's; null: it is only validated. */
  readonly output: string | null;
}

/** What digidoc4j trusts and signs with. */
export interface DigiDocMaterial {
  /** DER or PEM files of all authorities, those for timestamps and OCSP among them. */
  readonly authorityFolder: string;
  readonly keyFile: string;
  readonly password: string;
}

/** The class path of digidoc4j; null with the reason on `complain` where Maven or the libraries cannot be had. */
export function buildDigiDoc(cache: string, complain: (reason: string) => void): Promise<string | null> {
  return buildJudge(SOURCES, SOURCE_FILES, path.join(cache, 'digidoc4j'), complain);
}

/** Does the tasks in one Java process; answers in their order. */
export async function askDigiDoc(
  classPath: string,
  { authorityFolder, keyFile, password }: DigiDocMaterial,
  tasks: readonly DigiDocTask[],
): Promise<DigiDocAnswer[]> {
  const args = ['-cp', classPath, 'conformance.DigiDoc', authorityFolder, keyFile, password];
  return (await askLineByLine('java', args, tasks)).map((answer) => Answer.parse(answer));
}
