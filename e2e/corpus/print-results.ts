import type { CorpusPart } from './corpus-part.ts';
import type { CaseResult } from './run-part.ts';

const SLOW_MILLISECONDS = 2_000;

/** The shares by group and measure, as `right/of how many`, with the sum as the last line. */
export function printTable(part: CorpusPart, results: readonly CaseResult[]): void {
  const names = part.measures.map(({ name }) => name);
  const groups = [...new Set(results.map((result) => result.case.group))].sort();
  const lines = [
    [part.name, ...names],
    ...groups.map((group) => [group, ...cells(names, ofGroup(results, group))]),
    ['together', ...cells(names, results)],
  ];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column + 1]?.length ?? 0)));
  const first = Math.max(...lines.map(([cell]) => cell?.length ?? 0));
  console.log('');
  for (const [cell = '', ...rest] of lines) {
    console.log([cell.padEnd(first), ...rest.map((text, column) => text.padStart(widths[column] ?? 0))].join('   '));
  }
}

function ofGroup(results: readonly CaseResult[], group: string): readonly CaseResult[] {
  return results.filter((result) => result.case.group === group);
}

function cells(names: readonly string[], results: readonly CaseResult[]): string[] {
  return names.map((name) => {
    const { right, all } = shareOf(name, results);
    return all === 0 ? '-' : `${String(right)}/${String(all)} ${percent(right / all)}`;
  });
}

function shareOf(name: string, results: readonly CaseResult[]): { right: number; all: number } {
  const measured = results.map(({ measures }) => measures[name]).filter((value) => value !== undefined);
  return { right: measured.filter(Boolean).length, all: measured.length };
}

/** Every case with a wrong measure: what it is, what was said, and the remark of the part beside it. */
export function printMisses(part: CorpusPart, folder: string, results: readonly CaseResult[]): void {
  for (const { case: one, measures, says, milliseconds } of results) {
    const wrong = Object.keys(measures).filter((name) => measures[name] === false);
    const isSlow = milliseconds > SLOW_MILLISECONDS;
    if (wrong.length === 0 && !isSlow) continue;
    const remark = part.remark?.(folder, one.id);
    const time = isSlow ? ` ${(milliseconds / 1000).toFixed(1)} s` : '';
    console.log(`\n${one.id} ${one.group}${time}: ${wrong.length === 0 ? 'slow' : `not: ${wrong.join(', ')}`}`);
    console.log(`  about: ${one.about}`);
    console.log(`  says:  ${says}`);
    if (remark !== undefined && remark !== null) console.log(`  other: ${remark}`);
  }
}

/** A line for each measure that is not at its goal; those below their floor are a step back and fail the run. */
export function comparedWithGoals(
  part: CorpusPart,
  results: readonly CaseResult[],
): { text: string; fails: boolean }[] {
  return part.measures.flatMap(({ name, goal, floor }) => {
    const { right, all } = shareOf(name, results);
    if (all === 0 || right / all >= goal) return [];
    const fails = right / all < floor;
    const share = `${part.name}: ${name} ${percent(right / all)}, to be reached ${percent(goal)}`;
    return [{ text: fails ? `WORSE THAN BEFORE (${percent(floor)}): ${share}` : share, fails }];
  });
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
