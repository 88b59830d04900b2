import { SECRET_VARIABLE_PREFIX, secretVariableName } from './secret-names.ts';

/**
 * Which process is given which `SERVICE_SECRET_*` variables, all of it in this one place. A token-host gets those of the
 * providers that it serves. Of the doctor's processes only the one that looks at how a PIN is kept gets any, that of the
 * provider in question; it loads no module. The timestamp client gets the password of its authority, a worker the keys of
 * the bucket that its documents lie in. The host is the launcher: it keeps a copy to start children anew with.
 */
export const SECRET_READERS = {
  host: 'all',
  'token-host': 'own',
  doctor: 'own',
  'timestamp-client': 'own',
  publisher: 'none',
  worker: 'own',
  verifier: 'none',
  'trusted-lists': 'none',
} as const satisfies Readonly<Record<string, 'all' | 'own' | 'none'>>;

type SecretReader = keyof typeof SECRET_READERS;

/** The secret variables of `source` that `reader` is given; `ownSecrets` are the names that are meant for it. */
export function secretVariables(
  reader: SecretReader,
  source: Readonly<Record<string, string | undefined>>,
  ownSecrets: readonly string[],
): Record<string, string> {
  const rule = SECRET_READERS[reader];
  const own = new Set(ownSecrets.map((name) => SECRET_VARIABLE_PREFIX + secretVariableName(name)));
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    const upper = name.toUpperCase();
    if (value === undefined || rule === 'none' || !upper.startsWith(SECRET_VARIABLE_PREFIX)) continue;
    if (rule === 'all' || own.has(upper)) given[name] = value;
  }
  return given;
}
