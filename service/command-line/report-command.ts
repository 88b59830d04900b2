import { statSync } from 'node:fs';
import path from 'node:path';
import { REPORT_FIELDS } from './command-fields.ts';
import { EXIT } from './exit-codes.ts';
import { checkNoInput } from './document-orders.ts';
import { inputFiles, openFile, type InputFile } from './input-files.ts';
import { checkPlace } from './output-file.ts';
import type { ParsedOptions } from './parse-options.ts';
import { checkFiles, headersOf } from './request-parts.ts';
import { saveFile } from './run-api-command.ts';
import type { StationWork } from './station-work.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/**
 * `report FILES`: the station verifies them and writes the report to hand over, one PDF with a summary first where they are
 * several. The verdicts are in it; `verify` ends with them. Throws UsageError for files that cannot be read, or would be
 * written over by the report, and CommandFailure for what is there in its place.
 */
export function prepareReport(options: ParsedOptions, terminal: Terminal): StationWork {
  checkFiles(REPORT_FIELDS, options);
  const files = inputFiles(options.operands, options.values.get('name'), terminal);
  const headers = headersOf(REPORT_FIELDS, options);
  checkOutput(options, files);
  return async (api) => {
    const body = new FormData();
    const language = options.values.get('language');
    if (language !== undefined) body.append('language', language);
    for (const file of files) body.append('file', await file.open(), file.name);
    for (const original of options.lists.get('original-file') ?? []) {
      const unread = (): Error => new UsageError(`The file ${original} of --original-file cannot be read.`);
      body.append('originalFile', await openFile(original, unread), path.basename(original));
    }
    const response = await api.call({ method: 'POST', path: '/api/v1/reports', headers, body });
    await saveFile(response, options, terminal);
    return EXIT.done;
  };
}

/** Where `--out` names the file itself: the station names one that goes into a folder. */
function checkOutput(options: ParsedOptions, files: readonly InputFile[]): void {
  const out = options.values.get('out');
  if (out === undefined || out === '-' || statSync(out, { throwIfNoEntry: false })?.isDirectory() === true) return;
  const originals = (options.lists.get('original-file') ?? []).map((file) => ({
    ...{ folder: path.dirname(file), name: path.basename(file) },
  }));
  checkNoInput(out, [...files, ...originals]);
  checkPlace(out, options.flags.has('overwrite'));
}
