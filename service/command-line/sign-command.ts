import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { SignatureFormat } from '../contract/vocabulary/signature-formats.ts';
import { SIGNATURE_FORMATS } from '../contract/vocabulary/signature-formats.ts';
import { SIGN_FIELDS } from './api-commands.ts';
import { CommandFailure } from './command-failure.ts';
import { naturalFormat, signedName } from './document-format.ts';
import { EXIT, jointExit } from './exit-codes.ts';
import { inputFiles, type InputFile } from './input-files.ts';
import { isThere } from './output-file.ts';
import type { ParsedOptions } from './parse-options.ts';
import { createProgressBar } from './progress.ts';
import { chooseProvider } from './choose-provider.ts';
import { fillForm, headersOf } from './request-parts.ts';
import { signOne, type SignedDocument, type SignOrder } from './sign-one.ts';
import type { StationApi } from './station-api.ts';
import { plainLine, printLine, type Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** Documents on their way at once: enough that the token never waits for an upload. */
const LANES = 8;

/**
 * `sign FILES`: each document is sent, waited for and written beside its original or below `--out`; one that fails does not
 * stop the others. Answers how the program ends. Throws UsageError before anything is sent.
 */
export async function runSignCommand(options: ParsedOptions, api: StationApi, terminal: Terminal): Promise<number> {
  const files = inputFiles(options.operands, options.values.get('name'), terminal);
  const orders = await ordersOf(files, options);
  checkTargets(orders, options, terminal);
  const provider =
    options.values.get('signing-provider') ?? (await chooseProvider(api, headersOf(SIGN_FIELDS, options)));
  const progress = { total: orders.length, done: 0, failed: 0, waiting: 0 };
  const bar = createProgressBar(terminal, progress, options.flags.has('json') || options.flags.has('quiet'));
  const codes: number[] = [];
  const queue = [...orders];
  const tell = (outcome: SignedDocument | CommandFailure, order: SignOrder): void => {
    bar.clear();
    report(outcome, order, options, terminal);
    codes.push(outcome instanceof CommandFailure ? outcome.exitCode : EXIT.done);
    progress[outcome instanceof CommandFailure ? 'failed' : 'done'] += 1;
    bar.draw();
  };
  const lane = async (): Promise<void> => {
    for (let order = queue.shift(); order !== undefined; order = queue.shift()) {
      const form = await formOf(order, options, provider).catch(failureOf);
      const onWaiting = (isWaiting: boolean): void => {
        progress.waiting += isWaiting ? 1 : -1;
        bar.draw();
      };
      const signed =
        form instanceof CommandFailure
          ? form
          : await signOne({ api, order, form, options, terminal, onWaiting }).catch(failureOf);
      tell(signed, order);
    }
  };
  bar.draw();
  await Promise.all(Array.from({ length: Math.min(LANES, orders.length) }, lane));
  bar.clear();
  return jointExit(codes);
}

/** What is no failure of a document is one of the command. */
function failureOf(fault: unknown): CommandFailure {
  if (fault instanceof CommandFailure && fault.exitCode !== EXIT.interrupted) return fault;
  throw fault;
}

async function ordersOf(files: readonly InputFile[], options: ParsedOptions): Promise<SignOrder[]> {
  const groups = options.flags.has('together') ? [files] : files.map((file) => [file]);
  const key = options.values.get('idempotency-key');
  return Promise.all(
    groups.map(async (group, index): Promise<SignOrder> => {
      const [first] = group;
      if (first === undefined) throw new UsageError('No file was named.');
      const format = formatOf(options) ?? (await naturalFormat(await first.open()));
      const name = signedName(first.name, format, options.values.get('packaging'));
      return {
        ...{ files: group, format, target: targetOf(first, name, options) },
        idempotencyKey: key === undefined ? randomUUID() : groups.length === 1 ? key : `${key}/${index + 1}`,
      };
    }),
  );
}

function formatOf(options: ParsedOptions): SignatureFormat | undefined {
  const named = options.values.get('format');
  return SIGNATURE_FORMATS.find((format) => format === named);
}

function targetOf({ folder }: InputFile, name: string, options: ParsedOptions): string | null {
  const out = options.values.get('out') ?? (folder === null ? '-' : undefined);
  if (out === '-') return null;
  return path.join(out ?? folder ?? '.', name);
}

/** A signature that could not be written would have been made for nothing. */
function checkTargets(orders: readonly SignOrder[], options: ParsedOptions, terminal: Terminal): void {
  if (options.flags.has('no-wait')) return;
  const out = options.values.get('out');
  if (out !== undefined && out !== '-' && !existsSync(out))
    throw new UsageError(`There is no folder ${out} for --out.`);
  if (orders.some(({ target }) => target === null)) checkStdout(orders, options, terminal);
  const seen = new Set<string>();
  for (const { target } of orders) {
    if (target === null) continue;
    if (seen.has(target)) throw new UsageError(`Two of the documents would be written to ${target}.`);
    seen.add(target);
    if (!options.flags.has('overwrite') && existsSync(target)) throw isThere(target);
  }
}

function checkStdout(orders: readonly SignOrder[], options: ParsedOptions, terminal: Terminal): void {
  if (orders.length > 1) throw new UsageError('Only one signed document can go to stdout.');
  if (terminal.output.isTTY === true)
    throw new UsageError('A document is not written to a terminal: use --out FOLDER.');
  if (options.flags.has('json')) throw new UsageError('--json and a document cannot both go to stdout.');
}

async function formOf({ files, format }: SignOrder, options: ParsedOptions, provider: string): Promise<FormData> {
  const form = new FormData();
  await fillForm(form, SIGN_FIELDS, options);
  form.set('format', format);
  form.set('signingProvider', provider);
  if (!form.has('profile')) form.set('profile', 'B');
  for (const file of files) form.append('file', await file.open(), file.name);
  return form;
}

function report(
  outcome: SignedDocument | CommandFailure,
  { files, format }: SignOrder,
  options: ParsedOptions,
  { output, messages }: Terminal,
): void {
  const shown = files.map((file) => file.shown).join(', ');
  if (options.flags.has('json')) {
    const facts =
      outcome instanceof CommandFailure
        ? { id: null, status: 'Failed', output: null, errorCode: outcome.errorCode, errorMessage: outcome.message }
        : outcome;
    printLine(output, JSON.stringify({ files: files.map((file) => file.shown), ...facts }));
    return;
  }
  if (outcome instanceof CommandFailure) {
    printLine(messages, plainLine(`${shown}: ${outcome.message}`));
    return;
  }
  if (options.flags.has('quiet') || outcome.output === '-') return;
  const result = outcome.output ?? `${outcome.status} as ${outcome.id}`;
  printLine(output, plainLine(`${shown} -> ${result} (${format})`));
}
