import type { SettingView } from '../contract/http/settings.ts';
import { originsOf, type Configuration } from './configuration.ts';
import { withoutSecrets } from './print-configuration.ts';

const BUILT_IN = 'the built-in defaults';

/**
 * Every setting in force with the place where it was written, by key; passwords in addresses are hidden. A list of plain
 * values is one setting, of a list of sections each place is shown by itself (`Signing:Pkcs11:0:ModulePath`).
 */
export function settingsInForce(configuration: Configuration): SettingView[] {
  const origins = originsOf(configuration);
  return flatten(withoutSecrets(configuration), []).map(({ path, value }) => ({
    key: path.join(':'),
    value,
    origin: originOf(path, origins),
  }));
}

interface Leaf {
  readonly path: readonly string[];
  readonly value: string | null;
}

function flatten(value: unknown, path: readonly string[]): Leaf[] {
  if (value === null || value === undefined) return [{ path, value: null }];
  if (typeof value !== 'object') return [{ path, value: typeof value === 'string' ? value : JSON.stringify(value) }];
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    return [{ path, value: value.join(', ') }];
  }
  return Object.entries(value).flatMap(([key, child]) => flatten(child, [...path, key]));
}

/** A value below a key that was written as a whole, or a list by its places, was written where that was. */
function originOf(path: readonly string[], origins: ReadonlyMap<string, string>): string {
  for (let length = path.length; length > 0; length--) {
    const key = path.slice(0, length).join(':');
    const origin = origins.get(key) ?? origins.get(`${key}:0`);
    if (origin !== undefined) return origin;
  }
  return BUILT_IN;
}
