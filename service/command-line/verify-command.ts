import { Inspection } from '../contract/http/inspection.ts';
import { VERIFICATION_STATUSES, VerificationReport, type VerificationStatus } from '../contract/http/verification.ts';
import path from 'node:path';
import { COMMON_HEADERS, VERIFY_FIELDS } from './command-fields.ts';
import { CommandFailure } from './command-failure.ts';
import { EXIT, jointExit, VERDICT_EXIT } from './exit-codes.ts';
import { inputFiles, openFile, type InputFile } from './input-files.ts';
import type { ParsedOptions } from './parse-options.ts';
import { printObject } from './print-answer.ts';
import { checkFiles, headersOf } from './request-parts.ts';
import type { StationApi } from './station-api.ts';
import type { StationWork } from './station-work.ts';
import { plainLine, printLine, type Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/**
 * `verify FILES`: the verdict on each, found by its bytes, or taken for what `--format` says. Ends with the worst verdict;
 * a file without a signature is a failure. Nothing is stored.
 */
export function prepareVerify(options: ParsedOptions, terminal: Terminal): StationWork {
  checkFiles(VERIFY_FIELDS, options);
  const files = inputFiles(options.operands, options.values.get('name'), terminal);
  return (api) => verifyAll(files, options, api, terminal);
}

async function verifyAll(
  files: readonly InputFile[],
  options: ParsedOptions,
  api: StationApi,
  terminal: Terminal,
): Promise<number> {
  const verdicts: VerificationStatus[] = [];
  const failures: number[] = [];
  for (const file of files) {
    try {
      const report = await reportOf(file, options, api);
      verdicts.push(report.overallStatus);
      if (options.flags.has('json')) printLine(terminal.output, JSON.stringify({ file: file.shown, report }));
      else printLine(terminal.output, `${report.overallStatus.padEnd(13)} ${plainLine(file.shown)}${reasons(report)}`);
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      failures.push(error.exitCode);
      printLine(terminal.messages, plainLine(`${file.shown}: ${error.message}`));
    }
  }
  if (failures.length > 0) return jointExit(failures);
  const worst = VERIFICATION_STATUSES.findLast((status) => verdicts.includes(status));
  return worst === undefined ? EXIT.failed : VERDICT_EXIT[worst];
}

/** `inspect FILES`: what each is by its bytes, what lies in it, and the report on its signatures. */
export function prepareInspect(options: ParsedOptions, terminal: Terminal): StationWork {
  checkFiles(VERIFY_FIELDS, options);
  const files = inputFiles(options.operands, options.values.get('name'), terminal);
  return (api) => inspectAll(files, options, api, terminal);
}

async function inspectAll(
  files: readonly InputFile[],
  options: ParsedOptions,
  api: StationApi,
  terminal: Terminal,
): Promise<number> {
  const codes: number[] = [];
  for (const file of files) {
    try {
      const inspection = await inspect(file, options, api);
      if (options.flags.has('json')) printLine(terminal.output, JSON.stringify({ file: file.shown, inspection }));
      else printObject(terminal, { file: file.shown, ...inspection });
      codes.push(EXIT.done);
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      codes.push(error.exitCode);
      printLine(terminal.messages, plainLine(`${file.shown}: ${error.message}`));
    }
  }
  return jointExit(codes);
}

async function reportOf(file: InputFile, options: ParsedOptions, api: StationApi): Promise<VerificationReport> {
  const format = options.values.get('format');
  if (format !== undefined) {
    const form = await formOf(file, options);
    form.set('format', format);
    const path = '/api/v1/verifications';
    return api.read(VerificationReport, {
      method: 'POST',
      path,
      headers: headersOf(COMMON_HEADERS, options),
      body: form,
    });
  }
  const { report } = await inspect(file, options, api);
  if (report === undefined) throw new CommandFailure('It has no signature.', EXIT.failed);
  return report;
}

async function inspect(file: InputFile, options: ParsedOptions, api: StationApi): Promise<Inspection> {
  const headers = headersOf(COMMON_HEADERS, options);
  const body = await formOf(file, options);
  return api.read(Inspection, { method: 'POST', path: '/api/v1/inspections', headers, body });
}

async function formOf(file: InputFile, options: ParsedOptions): Promise<FormData> {
  const form = new FormData();
  form.append('file', await file.open(), file.name);
  for (const original of options.lists.get('original-file') ?? []) {
    const unread = (): Error => new UsageError(`The file ${original} of --original-file cannot be read.`);
    const blob = await openFile(original, unread);
    form.append('originalFile', blob, path.basename(original));
  }
  return form;
}

function reasons({ signatures }: VerificationReport): string {
  const codes = [...new Set(signatures.flatMap(({ reasonCodes }) => reasonCodes))];
  return codes.length === 0 ? '' : ` (${codes.join(', ')})`;
}
