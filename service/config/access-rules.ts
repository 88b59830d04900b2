/** The settings that decide who can reach the station. */
interface AccessSettings {
  readonly Environment: string;
  readonly Server: {
    readonly Host: string;
    readonly DangerouslyAllowUnauthenticatedAccess: boolean;
    readonly Tls: object | null;
    readonly TrustedProxies: readonly string[];
  };
  readonly Authentication: { readonly Enabled: boolean };
  readonly Database: { readonly Provider: string };
  readonly Storage: { readonly Provider: string };
  readonly Broker: { readonly Provider: string };
  readonly Roles: readonly string[];
}

/** The drivers that keep everything on this machine; others may be shared with others. */
const OF_THIS_MACHINE: ReadonlySet<string> = new Set(['sqlite', 'local', 'embedded']);
const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', '::1', '[::1]', 'localhost'];

export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_HOSTS.includes(host.toLowerCase());
}

/** True when nobody needs a key although others than this machine's user could call. Readiness shows it. */
export function isOpenWithoutKeys(settings: AccessSettings): boolean {
  return !settings.Authentication.Enabled && openReasons(settings).length > 0;
}

/**
 * Why the station must not start: without API keys the tenant header is only a claim, which is bearable for one person
 * on one machine and nowhere else.
 */
export function accessProblems(settings: AccessSettings): string[] {
  const inClear = clearTextProblems(settings);
  if (!isOpenWithoutKeys(settings) || settings.Server.DangerouslyAllowUnauthenticatedAccess) return inClear;
  const open = openReasons(settings).map(
    (reason) =>
      `${reason}, but Authentication:Enabled is false. Set Authentication:Enabled to true and make an API key, or, ` +
      'where something in front of the station checks every caller, set Server:DangerouslyAllowUnauthenticatedAccess.',
  );
  return [...inClear, ...open];
}

/** TLS is required in production (specification, section 5, rule 7): keys and documents would go over the network in clear. */
function clearTextProblems({ Environment, Server }: AccessSettings): string[] {
  const isProtected = Server.Tls !== null || Server.TrustedProxies.length > 0 || isLoopbackHost(Server.Host);
  if (isProtected || Environment !== 'Production') return [];
  return [
    `Server:Host ${Server.Host} can be reached from other machines, and nothing encrypts what they send. Set ` +
      'Server:Tls:Certificate and Server:Tls:Key, or name what ends TLS in front of the station in Server:TrustedProxies.',
  ];
}

function openReasons({ Server, Database, Storage, Broker }: AccessSettings): string[] {
  const reasons: string[] = [];
  if (!isLoopbackHost(Server.Host)) reasons.push(`Server:Host ${Server.Host} can be reached from other machines`);
  for (const [what, { Provider }] of Object.entries({ database: Database, storage: Storage, broker: Broker })) {
    const section = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
    if (!OF_THIS_MACHINE.has(Provider)) reasons.push(`The ${what} is shared (${section}:Provider ${Provider})`);
  }
  return reasons;
}

/** Whether everything lies on servers, so that several stations can share it. */
export function sharesServers({
  Database,
  Storage,
  Broker,
}: Pick<AccessSettings, 'Database' | 'Storage' | 'Broker'>): boolean {
  return [Database, Storage, Broker].every(({ Provider }) => !OF_THIS_MACHINE.has(Provider));
}

/** What signs what was accepted. */
const SIGNING_ROLES = ['publisher', 'worker', 'token-host'];

/** A station that nobody can help may be started in parts; null where all that signs is among them. */
export function roleDoubt(settings: AccessSettings): string | null {
  const left = SIGNING_ROLES.filter((role) => !settings.Roles.includes(role));
  if (left.length === 0 || sharesServers(settings)) return null;
  return `Roles leaves out ${left.join(', ')}: nothing that is accepted here is signed until a start with it, since no other station has all of this one's database, documents and messages.`;
}

/** Among stations that share their servers, keys and workers go together: no other host reaches the token of this one. */
export function roleProblems(settings: AccessSettings): string[] {
  if (!sharesServers(settings)) return [];
  const hasWorker = settings.Roles.includes('worker');
  if (hasWorker === settings.Roles.includes('token-host')) return [];
  return hasWorker
    ? [
        'Roles has worker and no token-host: a worker signs with the tokens of its own host. Add token-host, or leave worker out.',
      ]
    : [
        'Roles has token-host and no worker: no other host could sign with its keys. Add worker, or leave token-host out.',
      ];
}
