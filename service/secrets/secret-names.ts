/** What comes before a secret's variable name in the environment and in the names of secret files. */
export const SECRET_VARIABLE_PREFIX = 'SERVICE_SECRET_';

/** `Signing:SmartCard:Pin` -> `SIGNING_SMARTCARD_PIN`: upper case, every other character an underscore. */
export function secretVariableName(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');
}
