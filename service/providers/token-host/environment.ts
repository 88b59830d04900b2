import { secretNameOf } from './provider-entries.ts';
import type { ChildEnvironment } from '../../processes/launcher.ts';
import { secretVariables } from '../../secrets/secret-readers.ts';
import type { ProviderEntry } from './protocol.ts';

/**
 * Names of the variables that vendor modules and the runtime need; a token-host gets these and no others.
 * Debug variables of modules (PKCS11SPY, OPENSC_DEBUG) are left out on purpose: they write PINs to files.
 */
const TOKEN_HOST_ENVIRONMENT: readonly RegExp[] = [
  /^(PATH|HOME|USER|LOGNAME|LANG|LC_[A-Z]+|TZ|TMPDIR|XDG_RUNTIME_DIR|DBUS_SESSION_BUS_ADDRESS)$/,
  /^(SystemRoot|SystemDrive|windir|TEMP|TMP|USERNAME|USERPROFILE|APPDATA|LOCALAPPDATA|ProgramData|ProgramFiles.*|COMPUTERNAME)$/i,
  /^SOFTHSM2_CONF$/,
  /^(OPENCRYPTOKI|OCK|TPM2_PKCS11|TPM2TOOLS|TSS2)_/,
  /^(PCSCLITE_CSOCK_NAME|OPENSC_CONF|PKCS11_PROXY_SOCKET|ChrystokiConfigurationPath|NFAST_HOME|CS_PKCS11_R\d_CFG)$/,
];

/**
 * The whole environment for a token-host that serves `entries`: the allowed names of `source` and the secrets of
 * exactly these entries.
 */
export function tokenHostEnvironment(
  source: Readonly<Record<string, string | undefined>>,
  entries: readonly ProviderEntry[],
): ChildEnvironment<'token-host'> {
  // Read by the runtime before any of our code runs: one thread for each session that may be in a call.
  const environment: Record<string, string> = {
    UV_THREADPOOL_SIZE: String(threadCount(entries)),
    ...secretVariables('token-host', source, entries.flatMap(secretNames)),
  };
  for (const [name, value] of Object.entries(source)) {
    if (value !== undefined && TOKEN_HOST_ENVIRONMENT.some((pattern) => pattern.test(name))) environment[name] = value;
  }
  return environment as ChildEnvironment<'token-host'>;
}

const DEFAULT_THREADS = 4;

function threadCount(entries: readonly ProviderEntry[]): number {
  const sessions = entries.map((entry) => ('maxConcurrentSessions' in entry ? entry.maxConcurrentSessions : 1));
  return Math.max(
    DEFAULT_THREADS,
    sessions.reduce((sum, count) => sum + count, 0),
  );
}

function secretNames(entry: ProviderEntry): string[] {
  const name = secretNameOf(entry);
  return name === null ? [] : [name];
}
