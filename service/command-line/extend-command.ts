import path from 'node:path';
import { Inspection } from '../contract/http/inspection.ts';
import type { SignatureFormat } from '../contract/vocabulary/signature-formats.ts';
import { EXTEND_FIELDS } from './command-fields.ts';
import { awaitRequest } from './await-request.ts';
import { CommandFailure } from './command-failure.ts';
import { runLanes } from './document-lanes.ts';
import { checkTargets, keyOfOrder, ordersLeft, targetOf, type DocumentOrder } from './document-orders.ts';
import { EXIT } from './exit-codes.ts';
import { inputFiles } from './input-files.ts';
import type { ParsedOptions } from './parse-options.ts';
import { checkFiles, fillForm, headersOf } from './request-parts.ts';
import type { StationApi } from './station-api.ts';
import { NOTHING_LEFT, patienceOf, type StationWork } from './station-work.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

const FORMATS: Readonly<Record<Inspection['detected'], SignatureFormat | null>> = {
  PDF: 'PAdES',
  XML: 'XAdES',
  CMS: 'CAdES',
  ASiC_S: 'ASiC_S',
  ASiC_E: 'ASiC_E',
  TimestampToken: null,
  PlainFile: null,
  Unknown: null,
};

/**
 * `extend FILES --profile LEVEL`: timestamps and evidence are added to signed files; what comes of each is written beside it,
 * named by its level, or below `--out`. No key is used. Throws UsageError, or CommandFailure for places that take no document.
 */
export function prepareExtend(options: ParsedOptions, terminal: Terminal): StationWork {
  patienceOf(options.values.get('timeout'));
  const profile = options.values.get('profile');
  if (profile === undefined) throw new UsageError('extend needs --profile, the level to come to: T, LT or LTA.');
  const originals = EXTEND_FIELDS.filter(({ field }) => field === 'originalFile');
  checkFiles(originals, options);
  const files = inputFiles(options.operands, options.values.get('name'), terminal);
  if (files.length > 1 && options.values.has('original-file')) {
    throw new UsageError('--original-file belongs to one signature: name one file.');
  }
  const all = files.map((file, index): DocumentOrder => ({
    files: [file],
    target: targetOf(file, raisedName(file.name, profile), options),
    idempotencyKey: keyOfOrder(options, index, files.length),
  }));
  const orders = ordersLeft(all, options, terminal);
  if (orders.length === 0) return NOTHING_LEFT;
  checkTargets(orders, options, terminal);
  const headers = headersOf(
    EXTEND_FIELDS.filter(({ field }) => field !== 'Idempotency-Key'),
    options,
  );
  return (api) =>
    runLanes(orders, options, terminal, async (order, waiting) => {
      const form = await formOf(order, options, () => detectedFormat(order, api, headers));
      const parts = { api, resource: '/api/v1/extensions', headers, order, form, options, terminal, waiting };
      return { ...(await awaitRequest(parts)), kind: profile };
    });
}

/** `letter-signed.pdf` at LTA is `letter-signed-LTA.pdf`. */
export function raisedName(name: string, profile: string): string {
  const { name: base, ext } = path.parse(name);
  return `${base}-${profile}${ext}`;
}

async function formOf(
  { files }: DocumentOrder,
  options: ParsedOptions,
  detect: () => Promise<SignatureFormat>,
): Promise<FormData> {
  const form = new FormData();
  await fillForm(form, EXTEND_FIELDS, options);
  for (const file of files) form.append('file', await file.open(), file.name);
  if (!form.has('format')) form.set('format', await detect());
  return form;
}

/** The station tells by the bytes what a file is. */
async function detectedFormat(
  { files }: DocumentOrder,
  api: StationApi,
  headers: Readonly<Record<string, string>>,
): Promise<SignatureFormat> {
  const form = new FormData();
  for (const file of files) form.append('file', await file.open(), file.name);
  const { detected } = await api.read(Inspection, { method: 'POST', path: '/api/v1/inspections', headers, body: form });
  const format = FORMATS[detected];
  if (format === null) throw new CommandFailure('It has no signature that could be extended.', EXIT.failed);
  return format;
}
