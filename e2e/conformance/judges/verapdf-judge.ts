import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { GOOD, refused, type Judge, type SignedFile } from './judge.ts';
import { buildJudge } from './maven-build.ts';
import { askLineByLine, runProgram } from './run-program.ts';

const SOURCES = path.resolve(import.meta.dirname, '../verapdf');
const Answer = z.object({ part: z.string(), broken: z.array(z.string()) });

/**
 * veraPDF: what claims to be PDF/A still is after it was signed. `cache` keeps its classes. Answers null with the reason
 * on `complain` where Java or Maven is missing or the libraries cannot be had.
 */
export async function prepareVerapdf(cache: string, complain: (reason: string) => void): Promise<Judge | null> {
  if ((await runProgram('java', ['-version'])).code !== 0) {
    complain('java is missing');
    return null;
  }
  const files = ['pom.xml', 'src/main/java/conformance/Main.java'];
  const classPath = await buildJudge(SOURCES, files, path.join(cache, 'verapdf'), complain);
  if (classPath === null) return null;
  return {
    name: 'veraPDF',
    reads: claimsPdfa,
    async judge(signed) {
      const requests = signed.map(({ path: file }) => ({ path: file }));
      const answers = await askLineByLine('java', ['-cp', classPath, 'conformance.Main'], requests);
      return answers.map((answer) => {
        const { broken } = Answer.parse(answer);
        return broken.length === 0 ? GOOD : broken.flatMap(refused);
      });
    },
  };
}

function claimsPdfa({ format, path: file }: SignedFile): boolean {
  return format === 'PAdES' && readFileSync(file).includes('<pdfaid:part>');
}
