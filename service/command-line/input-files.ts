import { accessSync, constants, globSync, lstatSync, openAsBlob, statSync } from 'node:fs';
import path from 'node:path';
import { CommandFailure } from './command-failure.ts';
import { EXIT } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** A document of the command line. */
export interface InputFile {
  /** As it is told of; `-` for what comes in by stdin. */
  readonly shown: string;
  /** Its last part, or what `--name` says. */
  readonly name: string;
  /** Folder it lies in; null for stdin. */
  readonly folder: string | null;
  open(): Promise<Blob>;
}

const STDIN = '-';
const PATTERN = /[*?[{]/;

/**
 * The files that `operands` name, each once, in order: paths, patterns that the shell has left alone, and `-` for stdin,
 * which needs a name. Throws UsageError for a pattern without files, a folder, or what is not there.
 */
export function inputFiles(
  operands: readonly string[],
  stdinName: string | undefined,
  terminal: Terminal,
): InputFile[] {
  if (operands.length === 0)
    throw new UsageError('Name the files, a pattern in quotes, or - for what comes in by stdin.');
  const usesStdin = operands.includes(STDIN);
  if (usesStdin && stdinName === undefined) throw new UsageError('What comes in by stdin needs --name.');
  if (!usesStdin && stdinName !== undefined) throw new UsageError('--name is for what comes in by stdin.');
  const seen = new Set<string>();
  return operands.flatMap((operand) => {
    const found = operand === STDIN ? [STDIN] : pathsOf(operand);
    return found.flatMap((each) => {
      const identity = each === STDIN ? STDIN : path.resolve(each);
      if (seen.has(identity)) return [];
      seen.add(identity);
      return [each === STDIN ? stdinFile(stdinName ?? '', terminal) : fileAt(each)];
    });
  });
}

function pathsOf(operand: string): string[] {
  if (lstatSync(operand, { throwIfNoEntry: false }) !== undefined) return [operand];
  if (!PATTERN.test(operand)) throw new UsageError(`There is no file ${operand}.`);
  const found = globSync(operand).filter((each) => statSync(each, { throwIfNoEntry: false })?.isFile() === true);
  if (found.length === 0) throw new UsageError(`No file fits ${operand}.`);
  return found.sort();
}

function fileAt(file: string): InputFile {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts === undefined) throw new UsageError(`There is no file ${file}.`);
  if (facts.isDirectory()) throw new UsageError(`${file} is a folder: name its files, or a pattern such as "*.pdf".`);
  if (!facts.isFile()) throw new UsageError(`${file} is not an ordinary file.`);
  if (!isReadable(file)) throw new UsageError(`${file} cannot be read.`);
  return {
    shown: file,
    name: path.basename(file),
    folder: path.dirname(file),
    open: () => openFile(file, () => new CommandFailure(`${file} cannot be read.`, EXIT.failed)),
  };
}

/** Asked beforehand: a file that may not be read is opened all the same, and fails only when it is read. */
export function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** The bytes of a file, which are read where they are needed; throws what `failure` makes where it cannot be opened. */
export async function openFile(file: string, failure: () => Error): Promise<Blob> {
  try {
    // It throws at once for some files, and answers a rejected promise for others.
    return await openAsBlob(file);
  } catch {
    throw failure();
  }
}

function stdinFile(name: string, { input }: Terminal): InputFile {
  if (name === '' || path.basename(name) !== name)
    throw new UsageError('--name is the name of a file, without folder.');
  let read: Promise<Blob> | undefined;
  return { shown: STDIN, name, folder: null, open: () => (read ??= blobOf(input)) };
}

async function blobOf(stream: AsyncIterable<unknown>): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of stream) {
    chunks.push(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : new Uint8Array(chunk as Uint8Array));
  }
  return new Blob(chunks);
}
