import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface ProgramRun {
  readonly code: number;
  readonly output: string;
}

/** Java and others take names of files for what the locale can write: it must not decide whether a file is found. */
const UTF8_LOCALE = { ...process.env, LC_ALL: 'C.UTF-8' };

/** Runs an outside program to its end; a program that is missing answers code -1. */
export function runProgram(command: string, args: readonly string[], cwd?: string): Promise<ProgramRun> {
  return new Promise((resolve) => {
    const options = { cwd, env: UTF8_LOCALE, maxBuffer: 16 * 1024 * 1024, timeout: 600_000 };
    execFile(command, [...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, output: `${stdout}${stderr}` });
    });
  });
}

/** Feeds requests line by line to one process and collects as many lines of answers. */
export async function askLineByLine(
  command: string,
  args: readonly string[],
  requests: readonly object[],
): Promise<unknown[]> {
  const child = spawn(command, args, { env: UTF8_LOCALE, stdio: ['pipe', 'pipe', 'pipe'] });
  const complaints: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
  child.stdin.end(requests.map((request) => `${JSON.stringify(request)}\n`).join(''));
  const exited = once(child, 'exit');
  const answers: unknown[] = [];
  for await (const line of createInterface({ input: child.stdout })) answers.push(JSON.parse(line));
  await exited;
  if (child.exitCode !== 0 || answers.length !== requests.length) {
    throw new Error(`${command} ended with ${child.exitCode}: ${Buffer.concat(complaints).toString('utf8')}`);
  }
  return answers;
}

/** Maps with at most `limit` under way; results keep the order of the items. */
export async function mapAtMost<T, R>(limit: number, items: readonly T[], map: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Map<number, R>();
  const entries = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of entries) results.set(index, await map(item));
  };
  await Promise.all(Array.from({ length: limit }, work));
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result);
}
