/** The projects of vitest whose tests are counted: those of the rooms themselves. */
const COUNTED_PROJECTS = ['unit', 'unit-alone'];
/** Those that are not: a linter or compiler that is counted takes five times as long, and they are of no room. */
const OTHER_UNITS = ['unit-tools', 'unit-measured'];

/**
 * The runs of vitest that `npm test` is made of: each with a name and arguments. With `coverageFolder` the unit tests are
 * counted by line and branch, and the figures come to lie there; which of them run by themselves, and why, is in
 * `resources/coverage/unit-tests.ts`.
 *
 * @param {string | null} coverageFolder
 */
export function testRuns(coverageFolder) {
  return [
    ...unitRuns(coverageFolder),
    // They wait for leases, heart-beats and restarts of servers for more than half of their time: four fill two cores.
    runOf('integration and scenarios', ['integration', 'scenarios'], ['--maxWorkers=4']),
  ];
}

function unitRuns(coverageFolder) {
  if (coverageFolder === null) return [runOf('unit', [...COUNTED_PROJECTS, ...OTHER_UNITS])];
  const counting = ['--coverage.enabled', `--coverage.reportsDirectory=${coverageFolder}`];
  return [runOf('unit, counted', COUNTED_PROJECTS, counting), runOf('unit, not counted', OTHER_UNITS)];
}

function runOf(name, projects, more = []) {
  return { name, args: ['run', ...projects.map((project) => `--project=${project}`), ...more] };
}
