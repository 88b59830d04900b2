/** Secrets by name (`Signing:SmartCard:Pin`). Values are never logged, listed or cached beyond the caller's use. */
export interface SecretStore {
  /** The secret's value, or undefined when none is set under this name. */
  read(name: string): Promise<string | undefined>;
}
