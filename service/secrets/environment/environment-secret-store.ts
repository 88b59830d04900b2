import { SECRET_VARIABLE_PREFIX, secretVariableName } from '../secret-names.ts';
import type { SecretStore } from '../secret-store.ts';

/**
 * Takes every `SERVICE_SECRET_*` variable out of `environment` (they are deleted there, so that neither a crash report
 * nor a child process shows them) and answers reads from what it took.
 */
export function takeEnvironmentSecrets(environment: Record<string, string | undefined>): SecretStore {
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(environment)) {
    if (!name.toUpperCase().startsWith(SECRET_VARIABLE_PREFIX)) continue;
    if (value !== undefined) values.set(name.toUpperCase(), value);
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- process.env has no other way to forget a variable
    delete environment[name];
  }
  return { read: (name) => Promise.resolve(values.get(SECRET_VARIABLE_PREFIX + secretVariableName(name))) };
}
