import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Platform } from './product.ts';

/** What decides where middleware lies on a machine. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  /** As in `process.arch`. */
  readonly architecture: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** In front of every path of a list or registration; empty but in tests. */
  readonly root: string;
}

/** The machine that this process runs on. */
export function thisMachine(environment: Machine['environment'], home: string): Machine {
  return { platform: process.platform, architecture: process.arch, environment, home, root: '' };
}

const MULTIARCH: Readonly<Record<string, string>> = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' };

/** The name a list of middleware uses for a system; BSDs keep their libraries like Linux. */
export function platformOf(machine: Machine): Platform {
  return machine.platform === 'win32' || machine.platform === 'darwin' ? machine.platform : 'linux';
}

/** Real paths for one path of the list, with variables and `*` filled in; empty when a variable is not set here. */
export function expandPath(pattern: string, machine: Machine): string[] {
  const variables = pathVariables(machine);
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  if (names.some((name) => variables[name] === undefined)) return [];
  const filled = machine.root + pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => variables[name] ?? '');
  return filled.includes('*') ? matching(filled) : [filled];
}

function pathVariables({ environment, architecture }: Machine): Readonly<Record<string, string | undefined>> {
  const value = (wanted: string): string | undefined =>
    Object.entries(environment).find(([name]) => name.toLowerCase() === wanted)?.[1];
  const systemRoot = value('systemroot');
  return {
    multiarch: MULTIARCH[architecture],
    system32: systemRoot === undefined ? undefined : `${systemRoot}\\System32`,
    programFiles: value('programfiles'),
    programFilesX86: value('programfiles(x86)'),
  };
}

/** One `*` within one name of the path; the last in the order of names comes first: the newest version. */
function matching(pattern: string): string[] {
  const parts = pattern.split('/');
  const index = parts.findIndex((part) => part.includes('*'));
  const [beginning = '', end = ''] = (parts[index] ?? '').split('*');
  const folder = parts.slice(0, index).join('/');
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith(beginning) && name.endsWith(end))
      .toSorted()
      .toReversed()
      .map((name) => path.posix.join(folder, name, ...parts.slice(index + 1)));
  } catch {
    return [];
  }
}
