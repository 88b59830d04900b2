import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram } from './run-program.ts';

/**
 * The class path of a Java judge, built once for the state of its sources (`files` in the folder `sources`); without
 * the network where the local repository has it all. Null with the reason on `complain` where that fails.
 */
export async function buildJudge(
  sources: string,
  files: readonly string[],
  target: string,
  complain: (reason: string) => void,
): Promise<string | null> {
  const state = createHash('sha256');
  for (const file of files) state.update(readFileSync(path.join(sources, file)));
  const wanted = state.digest('hex');
  const [stamp, listing] = [path.join(target, 'state'), path.join(target, 'classpath.txt')];
  const libraries = existsSync(listing) ? readFileSync(listing, 'utf8').trim() : '';
  const isComplete = libraries !== '' && libraries.split(path.delimiter).every((library) => existsSync(library));
  if (!isComplete || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    mkdirSync(target, { recursive: true });
    const goals = ['-q', '-B', 'compiler:compile', 'dependency:build-classpath', `-Djudge.directory=${target}`];
    const offline = await runProgram('mvn', ['-o', ...goals], sources);
    const run = offline.code === 0 ? offline : await runProgram('mvn', goals, sources);
    if (run.code !== 0) {
      complain(`mvn ended with ${run.code}: ${run.output.slice(0, 600)}`);
      return null;
    }
    writeFileSync(stamp, wanted);
  }
  return [path.join(target, 'classes'), readFileSync(listing, 'utf8').trim()].join(path.delimiter);
}
