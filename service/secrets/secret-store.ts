/** Secrets by name (`Signing:SmartCard:Pin`). Values are never logged, listed or cached beyond the caller's use. */
export interface SecretStore {
  /** The secret's value, or undefined when none is set under this name. */
  read(name: string): Promise<string | undefined>;
}

/** What comes before a secret's variable name in the environment and in the names of secret files. */
export const SECRET_VARIABLE_PREFIX = 'SERVICE_SECRET_';

/** `Signing:SmartCard:Pin` -> `SIGNING_SMARTCARD_PIN`: upper case, every other character an underscore. */
export function secretVariableName(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');
}
