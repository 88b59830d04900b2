import { statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import path from 'node:path';
import { z } from 'zod';
import type { ApiCommand } from './api-command.ts';
import { interrupted } from './command-failure.ts';
import { EXIT } from './exit-codes.ts';
import { bodyOf, saveBody, servedName } from './output-file.ts';
import type { ParsedOptions } from './parse-options.ts';
import { printObject, printTable } from './print-answer.ts';
import { bodyFields, fillForm, headersOf, queryOf } from './request-parts.ts';
import type { ApiRequest, StationApi } from './station-api.ts';
import type { StationWork } from './station-work.ts';
import { plainLine, printLine, refuseAsOutput, type Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

const Rows = z.array(z.record(z.string(), z.unknown()));
const Page = z.object({ items: Rows, nextCursor: z.string().nullable() });

/**
 * A command that is one call, and prints its answer: for people, or with `--json` as the station gives it, each item of a list
 * on a line of its own. Ends with EXIT.failed where the answer is that something is not well, so that a script sees it, too.
 * Throws UsageError for operands and values that cannot be sent.
 */
export async function prepareApiCommand(
  command: ApiCommand,
  options: ParsedOptions,
  terminal: Terminal,
): Promise<StationWork> {
  const request = await withForm(command, options, requestOf(command, options));
  return async (api) => ((await carryOut({ command, options, request, api, terminal })) ? EXIT.done : EXIT.failed);
}

interface Call {
  readonly command: ApiCommand;
  readonly options: ParsedOptions;
  readonly request: ApiRequest;
  readonly api: StationApi;
  readonly terminal: Terminal;
}

/** Answers whether all is well, as far as the command is about that. */
async function carryOut({ command, options, request, api, terminal }: Call): Promise<boolean> {
  const isJson = options.flags.has('json');
  if (command.answer === 'page' && options.flags.has('all')) {
    await printAllPages(command, request, api, terminal, isJson);
    return true;
  }
  const response = await api.call(request);
  if (command.answer === 'stream') await copyStream(response, terminal);
  else if (command.answer === 'file') await saveFile(response, options, terminal);
  else if (command.answer === 'nothing') await response.arrayBuffer();
  else {
    const value: unknown = await response.json();
    printAnswer(command, value, terminal, isJson);
    return response.ok && isGood(command, value);
  }
  return true;
}

function isGood({ goodWhere }: ApiCommand, value: unknown): boolean {
  return goodWhere === undefined || z.object({ [goodWhere]: z.literal(true) }).safeParse(value).success;
}

/** Until its end, or Ctrl-C. */
async function copyStream(response: Response, { output, signal }: Terminal): Promise<void> {
  await pipeline(bodyOf(response), output, { end: false }).catch((error: unknown) => {
    throw signal.aborted ? interrupted() : error;
  });
}

function requestOf(command: ApiCommand, options: ParsedOptions): ApiRequest {
  const { method, operands, alsoAnswers = [] } = command;
  const isPlural = operands[0]?.endsWith('s') === true;
  const count = options.operands.length;
  if (isPlural ? count === 0 : count !== operands.length) {
    const wanted = operands.length === 0 ? 'nothing more' : operands.join(' ');
    throw new UsageError(`${command.name} is followed by ${wanted}.`);
  }
  const filled = command.path.replace(/\{\w+\}/, () => encodeURIComponent(options.operands[0] ?? ''));
  const body = {
    ...bodyFields(command.options, options),
    ...(isPlural ? { [operands[0] ?? '']: options.operands } : {}),
  };
  return {
    ...{ method, path: filled + queryOf(command.options, options), headers: headersOf(command.options, options) },
    alsoAnswers,
    // Also an empty one: only what reads it can tell what is missing in it.
    ...(isPlural || command.options.some(({ place }) => place === 'body') ? { body: JSON.stringify(body) } : {}),
  };
}

/** What takes files is sent as a form. Throws UsageError for a file that cannot be read. */
async function withForm(command: ApiCommand, options: ParsedOptions, request: ApiRequest): Promise<ApiRequest> {
  if (!command.options.some(({ place }) => place === 'file')) return request;
  const form = new FormData();
  await fillForm(form, command.options, options);
  return { ...request, body: form };
}

function printAnswer({ answer, columns = [] }: ApiCommand, value: unknown, terminal: Terminal, isJson: boolean): void {
  if (answer === 'list') printRows(Rows.parse(value));
  else if (answer === 'page') {
    const { items, nextCursor } = Page.parse(value);
    printRows(items);
    if (nextCursor !== null) printLine(terminal.messages, `There is more: --all, or --cursor ${plainLine(nextCursor)}`);
  } else if (isJson) printLine(terminal.output, JSON.stringify(value));
  else printObject(terminal, value);

  function printRows(rows: z.output<typeof Rows>): void {
    if (isJson) for (const row of rows) printLine(terminal.output, JSON.stringify(row));
    else printTable(terminal, rows, columns);
  }
}

/** Page after page; with `--json` one line for each item. */
async function printAllPages(
  { columns = [] }: ApiCommand,
  request: ApiRequest,
  api: StationApi,
  terminal: Terminal,
  isJson: boolean,
): Promise<void> {
  const url = new URL(request.path, 'http://station');
  const rows: z.output<typeof Rows> = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    if (cursor !== '') url.searchParams.set('cursor', cursor);
    const page: z.output<typeof Page> = await api.read(Page, { ...request, path: url.pathname + url.search });
    if (isJson) for (const item of page.items) printLine(terminal.output, JSON.stringify(item));
    else rows.push(...page.items);
    cursor = page.nextCursor;
  }
  if (!isJson) printTable(terminal, rows, columns);
}

/** Writes a file where `--out` says, or under its own name into the current folder, and prints where. */
export async function saveFile(response: Response, options: ParsedOptions, terminal: Terminal): Promise<void> {
  const out = options.values.get('out');
  if (out === '-') {
    refuseAsOutput(terminal, 'name a file by --out');
    await pipeline(bodyOf(response), terminal.output, { end: false });
    return;
  }
  const isFolder = out !== undefined && statSync(out, { throwIfNoEntry: false })?.isDirectory() === true;
  const target = out === undefined || isFolder ? path.join(out ?? process.cwd(), servedName(response)) : out;
  await saveBody(response, target, options.flags.has('overwrite'));
  const isJson = options.flags.has('json');
  printLine(terminal.output, isJson ? JSON.stringify({ output: target }) : plainLine(target));
}
