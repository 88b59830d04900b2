import { SIGNATURE_FORMATS, type SignatureFormat } from '../contract/vocabulary/signature-formats.ts';
import { SIGN_FIELDS } from './command-fields.ts';
import { awaitRequest } from './await-request.ts';
import { chooseProvider } from './choose-provider.ts';
import { naturalFormat, signedName } from './document-format.ts';
import { runLanes } from './document-lanes.ts';
import { checkTargets, keyOfOrder, ordersLeft, targetOf, type DocumentOrder } from './document-orders.ts';
import { inputFiles, type InputFile } from './input-files.ts';
import type { ParsedOptions } from './parse-options.ts';
import { checkFiles, fillForm, headersOf } from './request-parts.ts';
import { NOTHING_LEFT, patienceOf, type StationWork } from './station-work.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

interface SignOrder extends DocumentOrder {
  readonly format: SignatureFormat;
}

/**
 * `sign FILES`: each document is sent, waited for and written beside its original or below `--out`; one that fails does not
 * stop the others. Throws UsageError, or CommandFailure for places that take no document.
 */
export async function prepareSign(options: ParsedOptions, terminal: Terminal): Promise<StationWork> {
  patienceOf(options.values.get('timeout'));
  checkFiles(SIGN_FIELDS, options);
  const files = inputFiles(options.operands, options.values.get('name'), terminal);
  const orders = ordersLeft(await ordersOf(files, options), options, terminal);
  if (orders.length === 0) return NOTHING_LEFT;
  checkTargets(orders, options, terminal);
  const headers = headersOf(
    SIGN_FIELDS.filter(({ field }) => field !== 'Idempotency-Key'),
    options,
  );
  return async (api) => {
    const { values } = options;
    const provider =
      values.get('signing-provider') ?? (await chooseProvider(api, headers, values.get('certificate-thumbprint')));
    return runLanes(orders, options, terminal, async (order, waiting) => {
      const form = await formOf(order, options, provider);
      const parts = { api, resource: '/api/v1/signatures', headers, order, form, options, terminal, waiting };
      return { ...(await awaitRequest(parts)), kind: order.format };
    });
  };
}

async function ordersOf(files: readonly InputFile[], options: ParsedOptions): Promise<SignOrder[]> {
  const groups = options.flags.has('together') ? [files] : files.map((file) => [file]);
  const orders: SignOrder[] = [];
  // One after the other: a thousand files are more than a process may have open.
  for (const [index, group] of groups.entries()) {
    const [first] = group;
    if (first === undefined) throw new UsageError('No file was named.');
    const format = formatOf(options) ?? (await naturalFormat(await first.open()));
    const name = signedName(first.name, format, options.values.get('packaging'));
    orders.push({
      ...{ files: group, format, target: targetOf(first, name, options) },
      idempotencyKey: keyOfOrder(options, index, groups.length),
    });
  }
  return orders;
}

function formatOf(options: ParsedOptions): SignatureFormat | undefined {
  const named = options.values.get('format');
  return SIGNATURE_FORMATS.find((format) => format === named);
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
