import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';
import type { CaseScore, CorpusCase, CorpusPart } from './corpus-part.ts';

const HEAP_MEBIBYTES = 300;

const ChildAnswer = z.object({
  id: z.string(),
  score: z.object({
    measures: z.record(z.string(), z.boolean()),
    says: z.string(),
    facts: z.record(z.string(), z.unknown()),
  }),
});

export interface CaseResult extends CaseScore {
  readonly part: string;
  readonly case: CorpusCase;
  readonly milliseconds: number;
}

export interface PartRun {
  readonly part: CorpusPart;
  readonly folder: string;
  readonly cases: readonly CorpusCase[];
  /** Wall clock for one case; one that takes longer is ended and counts as a miss. */
  readonly caseSeconds: number;
  /** Script of the child, when it is not the one that knows the parts. */
  readonly entry?: string;
}

/** Tries cases one after the other in a child process, which is replaced when a case has killed it or is stuck. */
export async function runPart(run: PartRun): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  let child: Child | null = null;
  try {
    for (const one of run.cases) {
      child ??= await startChild(run);
      const startedAt = performance.now();
      const { score, isAlive } = await tryCase(child, one, run.caseSeconds);
      if (!isAlive) child = null;
      results.push({ part: run.part.name, case: one, milliseconds: performance.now() - startedAt, ...score });
    }
  } finally {
    child?.process.kill('SIGTERM');
  }
  return results;
}

interface Child {
  readonly process: ChildProcess;
  readonly ended: Promise<string>;
}

async function startChild({ part, folder, entry }: PartRun): Promise<Child> {
  const child = fork(entry ?? path.join(import.meta.dirname, 'case-child.ts'), [part.name, folder], {
    execArgv: [`--max-old-space-size=${HEAP_MEBIBYTES}`],
  });
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${String(code)}`));
  });
  const ready = new Promise<string>((resolve) => child.once('message', () => resolve('ready')));
  const state = await Promise.race([ready, ended]);
  if (state !== 'ready') throw new Error(`The process for ${part.name} did not start: ${state}`);
  return { process: child, ended };
}

async function tryCase(
  { process: child, ended }: Child,
  { id, measures }: CorpusCase,
  seconds: number,
): Promise<{ score: CaseScore; isAlive: boolean }> {
  const miss = (says: string): { score: CaseScore; isAlive: boolean } => ({
    score: { measures: Object.fromEntries(measures.map((name) => [name, false])), says, facts: {} },
    isAlive: false,
  });
  let timer: NodeJS.Timeout | undefined;
  const answered = new Promise<CaseScore>((resolve) => {
    child.once('message', (message) => resolve(ChildAnswer.parse(message).score));
  });
  const timedOut = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), seconds * 1000);
  });
  child.send(id);
  const outcome = await Promise.race([answered, ended, timedOut]);
  clearTimeout(timer);
  if (outcome === null) {
    child.kill('SIGKILL');
    return miss(`HANGS: no answer after ${String(seconds)} s`);
  }
  return typeof outcome === 'string' ? miss(`DIES: ${outcome}`) : { score: outcome, isAlive: true };
}
