/** Scenario files that say nothing of a packed station. */
export const SCENARIOS_OF_CHECKOUTS: Readonly<Record<string, string>> = {
  'desktop/**/*': 'is about the desktop program',
  'scenarios/start-scripts': 'is about npm start',
  'scenarios/server-package': 'installs the package itself',
};
