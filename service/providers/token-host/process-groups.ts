import type { ProviderEntry } from './protocol.ts';

export interface TokenHostGroup {
  /** For logs and process lists. */
  readonly name: string;
  readonly entries: readonly ProviderEntry[];
}

/** Which token-hosts to run: one for all PFX files, one for each PKCS#11 module. */
export function groupByProcess(entries: readonly ProviderEntry[]): TokenHostGroup[] {
  const groups = Map.groupBy(entries, (entry) => (entry.type === 'Pfx' ? 'pfx' : entry.modulePath));
  return [...groups.values()].map((group) => ({
    name: `token-host:${group.map((entry) => entry.id).join('+')}`,
    entries: group,
  }));
}
