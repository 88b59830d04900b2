import { originsOf, type Configuration } from '../../service/config/configuration.ts';

/** What the system says of the way to an address. */
export type SystemWay =
  | { readonly kind: 'direct' }
  /** `url`: of an HTTP proxy. */
  | { readonly kind: 'proxy'; readonly url: string }
  /** A proxy of a kind that the station does not speak. */
  | { readonly kind: 'unusable'; readonly proxy: string };

/** The first entry of what Electron's `resolveProxy` answers (`PROXY host:port; DIRECT`), which the system prefers. */
export function readSystemWay(answer: string): SystemWay {
  const [first = ''] = answer.split(';');
  const [kind = '', place = ''] = first.trim().split(/\s+/);
  if (kind === '' || kind.toUpperCase() === 'DIRECT') return { kind: 'direct' };
  const url = kind.toUpperCase() === 'PROXY' ? URL.parse(`http://${place}`) : null;
  return url === null ? { kind: 'unusable', proxy: `${kind} ${place}` } : { kind: 'proxy', url: url.origin };
}

/** Settings below all others, and what is to be said of them. */
export interface SystemProxies {
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly notes: readonly { readonly level: 'info' | 'warn'; readonly text: string }[];
}

/** Evidence is asked for wherever certificates say so; its way is that to an address that stands for all of them. */
const EVIDENCE_ADDRESS = 'http://ocsp.example.org/';

/**
 * The system's proxies for what this station asks of others, as far as its settings name none. `null` in `config.json`
 * is a setting, too: nothing is asked of the system then. `resolve`: Electron's `resolveProxy`.
 */
export async function systemProxies(
  configuration: Configuration,
  resolve: (url: string) => Promise<string>,
): Promise<SystemProxies> {
  const { Timestamping, ValidationData, TrustedLists } = configuration;
  const isSet = (key: string): boolean => originsOf(configuration).has(key);
  const defaults: Record<string, unknown> = {};
  const notes: SystemProxies['notes'][number][] = [];
  const ask = async (what: string, address: string, use: (url: string) => void): Promise<void> => {
    const way = readSystemWay(await resolve(address));
    if (way.kind === 'proxy') {
      use(way.url);
      notes.push({ level: 'info', text: `The system's proxy ${way.url} is used for ${what}.` });
    }
    if (way.kind === 'unusable') {
      notes.push({
        level: 'warn',
        text: `The system's proxy (${way.proxy}) is not used for ${what}: it is no HTTP proxy.`,
      });
    }
  };
  if (Timestamping.Url !== null && !isSet('Timestamping:ProxyUrl')) {
    await ask('timestamps', Timestamping.Url, (ProxyUrl) => (defaults['Timestamping'] = { ProxyUrl }));
  }
  const asksForEvidence = ValidationData.Online || TrustedLists.Online;
  if (asksForEvidence && !isSet('ValidationData:Proxy')) {
    const address = ValidationData.Online ? EVIDENCE_ADDRESS : TrustedLists.Url;
    await ask('evidence and trusted lists', address, (Proxy) => (defaults['ValidationData'] = { Proxy }));
  }
  return { defaults, notes };
}
