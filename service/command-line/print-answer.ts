import type { Terminal } from './terminal.ts';
import { plainLine, printLine } from './terminal.ts';

type Row = Readonly<Record<string, unknown>>;

/** A table of the chosen fields, aligned; an empty list says so. */
export function printTable(
  { output }: Pick<Terminal, 'output'>,
  rows: readonly Row[],
  columns: readonly string[],
): void {
  if (rows.length === 0) {
    printLine(output, 'None.');
    return;
  }
  const cells = [[...columns], ...rows.map((row) => columns.map((column) => textOf(row[column])))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  for (const line of cells) {
    printLine(
      output,
      line
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

/** A line for each field; what lies below one is named by its path. */
export function printObject({ output }: Pick<Terminal, 'output'>, value: unknown): void {
  for (const [name, text] of leaves(value, '')) printLine(output, `${name}: ${text}`);
}

function leaves(value: unknown, name: string): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[name, textOf(value)]];
  const entries = Object.entries(value);
  if (entries.length === 0) return [[name, '-']];
  return entries.flatMap(([key, below]) => leaves(below, name === '' ? key : `${name}.${key}`));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  return plainLine(typeof value === 'string' ? value : JSON.stringify(value));
}
