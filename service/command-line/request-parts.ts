import path from 'node:path';
import { optionName, type FieldOption, type Place } from './api-command.ts';
import { isReadable, openFile } from './input-files.ts';
import type { OptionSpec, ParsedOptions } from './parse-options.ts';
import { UsageError } from './usage-error.ts';

/** Fields as options of the command line. */
export function optionsOf(fields: readonly FieldOption[]): OptionSpec[] {
  return fields.map(({ field, type, meaning, choices }) => ({
    name: optionName(field),
    kind: kindOf(type),
    meaning,
    ...(choices === undefined ? {} : { choices }),
  }));
}

function kindOf(type: FieldOption['type']): OptionSpec['kind'] {
  if (type === 'boolean') return 'flag';
  return type === 'list' ? 'values' : 'value';
}

/** The fields of one place that were given, as text; a list once for each of its values. */
export function given(fields: readonly FieldOption[], place: Place, options: ParsedOptions): [FieldOption, string][] {
  return fields
    .filter((option) => option.place === place)
    .flatMap((option): [FieldOption, string][] => {
      const name = optionName(option.field);
      const value = options.flags.has(name) ? 'true' : options.values.get(name);
      const values = value === undefined ? (options.lists.get(name) ?? []) : [value];
      return values.map((one) => [option, one]);
    });
}

export function headersOf(fields: readonly FieldOption[], options: ParsedOptions): Record<string, string> {
  return Object.fromEntries(given(fields, 'header', options).map(([{ field }, value]) => [field, value]));
}

/** `?a=b`, or nothing. */
export function queryOf(fields: readonly FieldOption[], options: ParsedOptions): string {
  const query = new URLSearchParams(
    given(fields, 'query', options).map(([{ field }, value]): [string, string] => [field, value]),
  ).toString();
  return query === '' ? '' : `?${query}`;
}

/** Fields of a JSON body; an empty text is null. Throws UsageError for a number that is none. */
export function bodyFields(fields: readonly FieldOption[], options: ParsedOptions): Record<string, unknown> {
  return Object.fromEntries(
    given(fields, 'body', options).map(([option, value]) => [option.field, jsonValue(option, value)]),
  );
}

function jsonValue({ field, type }: FieldOption, text: string): unknown {
  if (type === 'boolean') return text === 'true';
  if (type !== 'integer') return text === '' ? null : text;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${optionName(field)} is a whole number.`);
  return Number(text);
}

/** Throws UsageError for a file of an option that cannot be read, before anything is sent. */
export function checkFiles(fields: readonly FieldOption[], options: ParsedOptions): void {
  for (const [{ field }, file] of given(fields, 'file', options)) {
    if (!isReadable(file)) throw new UsageError(`The file ${file} of --${optionName(field)} cannot be read.`);
  }
}

/** Adds the text fields and files that were given to a form. */
export async function fillForm(form: FormData, fields: readonly FieldOption[], options: ParsedOptions): Promise<void> {
  for (const [{ field }, value] of given(fields, 'form', options)) form.append(field, value);
  for (const [{ field }, file] of given(fields, 'file', options)) {
    const blob = await openFile(
      file,
      () => new UsageError(`The file ${file} of --${optionName(field)} cannot be read.`),
    );
    form.append(field, blob, path.basename(file));
  }
}
