import { readFileSync } from 'node:fs';

/**
 * Counts and failures of one runner's JSON report.
 * A report that is missing or unreadable counts as one failure: its runner did not get that far.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Outcome
 */

/** Of what `resources/test-report` wrote. @param {string} run @param {string} file @returns {Outcome} */
export function readVitestOutcome(run, file) {
  const outcome = readReport(file);
  if (!outcome) return withoutReport(run);
  return { ...outcome, failures: outcome.failures.map(({ name, messages }) => failure(`${run} › ${name}`, messages)) };
}

/** @param {string} file @returns {Outcome} */
export function readPlaywrightReport(file) {
  const report = readReport(file);
  if (!report) return withoutReport('browser');
  const { expected: passed, unexpected: failed, skipped } = report.stats;
  return { passed, failed, skipped, failures: failedSpecs(report.suites) };
}

function failedSpecs(suites = []) {
  return suites.flatMap((suite) => [
    ...failedSpecs(suite.suites),
    ...(suite.specs ?? [])
      .filter(({ ok }) => !ok)
      .map((spec) => failure(`browser › ${spec.file}:${spec.line} › ${spec.title}`, messagesOf(spec))),
  ]);
}

const messagesOf = (spec) =>
  spec.tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message)));

/** A test's name and the beginning of what it said: enough to know the cause from the end of a log. */
function failure(name, messages) {
  const isTelling = (line) => !/^\s+at .*node_modules/.test(line);
  const said = messages.filter(Boolean).join('\n').split('\n').filter(isTelling).slice(0, 12);
  return [`✗ ${name}`, ...said.map((line) => `    ${line.slice(0, 300)}`)].join('\n');
}

const withoutReport = (project) => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: [`✗ ${project}: the runner ended without a report`],
});

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
