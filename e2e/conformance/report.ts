import type { ControlResult } from './controls.ts';
import type { JudgedOutput } from './judge-outputs.ts';
import type { Judge } from './judges/judge.ts';
import type { MissingJudge } from './judges/start-judges.ts';
import type { KnownLimit } from './known-limits.ts';

/** Prints the table, one line an output and one column a judge, and what is behind each cell that is not a pass. */
export function printOutputs(outputs: readonly JudgedOutput[], judges: readonly Judge[]): number {
  const width = Math.max(...outputs.map(({ name }) => name.length));
  const columns = judges.map(({ name }) => name);
  console.log(`\n${' '.repeat(width)}  ${columns.map((name) => name.padEnd(7)).join('  ')}`);
  for (const output of outputs) {
    const cells = columns.map((name) => cell(output, name).padEnd(7));
    console.log(`${output.name.padEnd(width)}  ${cells.join('  ')}`);
  }
  console.log('"-": does not read this format; "limit": cannot judge this key, see below; "none": there is no output');
  const failures = outputs.flatMap(failuresOf);
  printFailures(failures);
  printLimits(outputs);
  const verdicts = outputs.reduce((count, { judgements }) => count + judgements.size, 0);
  const signed = outputs.filter(({ file }) => file !== undefined).length;
  console.log(`\n${signed} of ${outputs.length} outputs made, ${verdicts} verdicts, ${failures.length} failures`);
  return failures.length;
}

function cell({ file, judgements }: JudgedOutput, judge: string): string {
  if (file === undefined) return 'none';
  const judgement = judgements.get(judge);
  if (judgement === undefined) return '-';
  if (judgement.failures.length > 0) return 'FAIL';
  return judgement.limits.length > 0 ? 'limit' : 'pass';
}

interface Failure {
  readonly output: string;
  readonly text: string;
}

function failuresOf({ name, failure, judgements }: JudgedOutput): Failure[] {
  if (failure !== '') return [{ output: name, text: `not signed: ${failure}` }];
  return [...judgements].flatMap(([judge, { failures }]) => {
    const texts = failures.map(({ text }) => text);
    return texts.length === 0 ? [] : [{ output: name, text: `${judge}: ${texts.join('; ')}` }];
  });
}

/** Outputs that a judge refuses in the same words are named together. */
function printFailures(failures: readonly Failure[]): void {
  for (const [text, group] of Map.groupBy(failures, (failure) => failure.text)) {
    console.log(`\nFAIL  ${text}`);
    console.log(group.map(({ output }) => `        ${output}`).join('\n'));
  }
}

function printLimits(outputs: readonly JudgedOutput[]): void {
  const met: KnownLimit[] = outputs.flatMap(({ judgements }) =>
    [...judgements.values()].flatMap(({ limits }) => limits),
  );
  for (const [limit, group] of Map.groupBy(met, (entry) => entry)) {
    const about = limit.keys?.join(' and ') ?? limit.outputs?.source.replaceAll(/[\^.*]+/g, ' ').trim() ?? 'all';
    console.log(`\nlimit  ${limit.judge}, ${about} (${group.length} outputs): ${limit.why}`);
  }
}

/** Prints which judge refused which spoiled file; answers how many did not do what they had to. */
export function printControls(results: readonly ControlResult[]): number {
  console.log('\nNegative controls: files that a judge has to refuse, or pass, in the same run');
  const width = Math.max(...results.map(({ what }) => what.length));
  for (const { what, judge, isMet, said } of results) {
    console.log(`${isMet ? 'met   ' : 'NOT MET'}  ${what.padEnd(width)}  ${judge.padEnd(8)} ${said.slice(0, 150)}`);
  }
  const notMet = results.filter(({ isMet }) => !isMet).length;
  console.log(`${results.length} controls, ${notMet} not met`);
  return notMet;
}

export function printMissing(missing: readonly MissingJudge[]): void {
  for (const { name, reason } of missing) console.log(`\n*** ${name} DID NOT JUDGE: ${reason}`);
}
