export interface SettingMeaning {
  /** What a number counts; left out for everything else. */
  readonly unit?: 'bytes' | 'milliseconds' | 'minutes' | 'days';
  /** What stands for a default that is made where the station runs. */
  readonly fallback?: string;
  readonly meaning: string;
}

/** What is said of every setting that names a secret. */
export const SECRET = 'Name of the secret, not the secret itself.';
export const PROXY_USER =
  'User at that proxy (HTTP Basic): where there is no TLS to a proxy, the password goes to it in clear. Without one nothing is shown to it.';

/** What stands for a proxy that no setting names. */
export const PROXY = "the system's in the desktop program (`null` in `config.json`: none), else none";

/** How long files are kept of which a setting says it. */
export function keepsFor(what: string): SettingMeaning {
  return { unit: 'days', meaning: `How long after the end ${what} are deleted. Without it they are kept.` };
}
