const SECRET = /^SERVICE_SECRET_/i;
/** What makes a runtime open an inspector or load code before the station's own. */
const RUNTIME = /^(NODE_OPTIONS|NODE_INSPECT.*|NODE_V8_COVERAGE|NODE_COMPILE_CACHE|ELECTRON_RUN_AS_NODE)$/i;

/** Environment for everything that installs, builds or tests: code of others runs there, and needs no secret. */
export function withoutSecrets(environment) {
  return without(environment, SECRET);
}

/** Environment for the station itself: with its secrets, without what would open it to others. */
export function stationEnvironment(environment) {
  return without(environment, RUNTIME);
}

/** Node's option that keeps SIGUSR1 from opening an inspector. */
export const NO_INSPECTOR = '--disable-sigusr1';

function without(environment, pattern) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !pattern.test(name)));
}
