import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { CommandFailure } from './command-failure.ts';
import { EXIT } from './exit-codes.ts';
import type { InputFile } from './input-files.ts';
import { checkPlace } from './output-file.ts';
import type { ParsedOptions } from './parse-options.ts';
import { printLine, refuseAsOutput, type Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** What becomes one request. */
export interface DocumentOrder {
  readonly files: readonly InputFile[];
  /** Where the document that comes of it goes; null: to stdout. */
  readonly target: string | null;
  readonly idempotencyKey: string;
}

/** Where a document called `name` goes: below `--out`, to stdout, or beside its original. */
export function targetOf({ folder }: InputFile, name: string, options: ParsedOptions): string | null {
  const out = options.values.get('out') ?? (folder === null ? '-' : undefined);
  if (out === '-') return null;
  return path.join(out ?? folder ?? '.', name);
}

/**
 * The key under which one of `count` documents is asked for: a command that is given again with the same key and files asks
 * for none of them twice.
 */
export function keyOfOrder(options: ParsedOptions, index: number, count: number): string {
  const key = options.values.get('idempotency-key');
  if (key === undefined) return randomUUID();
  return count === 1 ? key : `${key}/${index + 1}`;
}

/**
 * With `--skip-existing` the orders that an earlier command has not carried out; without it all of them. Left out are those
 * whose document is there, and files that are such a document: `*.pdf` finds `letter-signed.pdf` beside `letter.pdf`.
 */
export function ordersLeft<O extends DocumentOrder>(
  orders: readonly O[],
  options: ParsedOptions,
  terminal: Terminal,
): readonly O[] {
  if (!options.flags.has('skip-existing')) return orders;
  if (options.flags.has('overwrite')) throw new UsageError('--skip-existing and --overwrite exclude each other.');
  if (orders.some(({ target }) => target === null))
    throw new UsageError('--skip-existing looks for files, not at stdout.');
  const targets = new Set(orders.map(({ target }) => path.resolve(target ?? '')));
  const isResult = ({ files }: O): boolean =>
    files.some(({ folder, name }) => folder !== null && targets.has(path.resolve(folder, name)));
  const left = orders.filter((order) => !existsSync(order.target ?? '') && !isResult(order));
  if (left.length < orders.length && !options.flags.has('quiet')) {
    printLine(terminal.messages, `${orders.length - left.length} of ${orders.length} left out: done before.`);
  }
  return left;
}

/**
 * Looks at every place before anything is sent: a signature that could not be written would have been made for nothing.
 * Throws UsageError, also where a document would be written over before it is read, or CommandFailure for a file that is
 * there and for a folder that takes none.
 */
export function checkTargets(
  orders: readonly DocumentOrder[],
  options: ParsedOptions,
  terminal: Terminal,
  isWritable: (folder: string) => boolean = takesFiles,
): void {
  if (options.flags.has('no-wait')) return;
  checkFolder(options.values.get('out'));
  if (orders.some(({ target }) => target === null)) checkStdout(orders, options, terminal);
  const targets = orders.flatMap(({ target }) => (target === null ? [] : [target]));
  const inputs = new Set(orders.flatMap(({ files }) => files.flatMap(placesOf)));
  const seen = new Set<string>();
  for (const target of targets) {
    const place = placeOf(target);
    if (seen.has(place)) throw new UsageError(`Two of the documents would be written to ${target}.`);
    seen.add(place);
    checkPlace(target, options.flags.has('overwrite'));
    if (inputs.has(place)) throw isInput(target);
  }
  const closed = [...new Set(targets.map((target) => path.dirname(target)))].find((folder) => !isWritable(folder));
  if (closed !== undefined) {
    throw new CommandFailure(`Nothing can be written into ${closed}; --out names another folder.`, EXIT.failed);
  }
}

/** Throws UsageError where `target` is one of the files that are read, by whatever name. */
export function checkNoInput(target: string, files: readonly Pick<InputFile, 'folder' | 'name'>[]): void {
  if (files.flatMap(placesOf).includes(placeOf(target))) throw isInput(target);
}

function isInput(target: string): UsageError {
  return new UsageError(`${target} is one of the documents that are named, and would be written over: leave it out.`);
}

/** One name for a file by whichever folders it is reached; a link in its place is not followed, but replaced. */
function placeOf(file: string): string {
  const folder = path.dirname(file);
  return path.join(existsSync(folder) ? realpathSync(folder) : path.resolve(folder), path.basename(file));
}

/** Where a document lies, and what it is a link to. */
function placesOf({ folder, name }: Pick<InputFile, 'folder' | 'name'>): string[] {
  if (folder === null) return [];
  const file = path.join(folder, name);
  return [placeOf(file), ...(existsSync(file) ? [realpathSync(file)] : [])];
}

function checkFolder(out: string | undefined): void {
  if (out === undefined || out === '-') return;
  const facts = statSync(out, { throwIfNoEntry: false });
  if (facts === undefined) throw new UsageError(`There is no folder ${out} for --out.`);
  if (!facts.isDirectory()) throw new UsageError(`${out} is no folder: --out names the one to write into.`);
}

function checkStdout(orders: readonly DocumentOrder[], options: ParsedOptions, terminal: Terminal): void {
  if (orders.length > 1) throw new UsageError('Only one document can go to stdout.');
  refuseAsOutput(terminal, 'use --out FOLDER');
  if (options.flags.has('json')) throw new UsageError('--json and a document cannot both go to stdout.');
}

function takesFiles(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
