/**
 * The runs of vitest that `npm test` is made of: each with a name, arguments, and what its environment has more. With
 * `coverageFolder` the unit tests are counted by line and branch, and the figures come to lie there. Those that measure
 * processor time run by themselves then: counting makes their work ten times as long.
 *
 * @param {string | null} coverageFolder
 */
export function testRuns(coverageFolder) {
  return [...unitRuns(coverageFolder), runOf('integration', 'integration'), runOf('scenarios', 'scenarios')];
}

function unitRuns(coverageFolder) {
  if (coverageFolder === null) return [runOf('unit', 'unit')];
  const counting = ['--coverage.enabled', `--coverage.reportsDirectory=${coverageFolder}`];
  return [
    runOf('unit, counted', 'unit', counting, { UNIT_TESTS: 'counted' }),
    runOf('unit, measured', 'unit', [], { UNIT_TESTS: 'measured' }),
  ];
}

function runOf(name, project, more = [], env = {}) {
  return { name, args: ['run', '--project', project, ...more], env };
}
