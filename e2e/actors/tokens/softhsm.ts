import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { idSelector, TokenWorkshop, type TokenAuthority, type TokenKey, type TokenKeyType } from './token-workshop.ts';

export type { TokenKey, TokenKeyType };

/** Where distributions put the module; the first that exists is used. */
const MODULE_PATHS = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/lib64/pkcs11/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
];

const SOFTHSM_MODULE = MODULE_PATHS.find((path) => existsSync(path));

export interface SoftHsmTokenOptions {
  /** Folder for the token's files, made if needed and removed by `remove`. */
  readonly dir: string;
  readonly label: string;
  readonly pin: string;
  readonly keys: readonly TokenKey[];
  /** Omitted: an authority of its own is made beside the token, with its certificate on the token. */
  readonly ca?: TokenAuthority;
  /** `openssl x509 -days`; default 365. */
  readonly days?: number;
  /** Lines of the certificates' extension section; by default CA:FALSE and the two key usages of a signer. */
  readonly extensions?: readonly string[];
}

export interface SoftHsmToken {
  readonly modulePath: string;
  /** For the environment of whoever uses the token. */
  readonly environment: { readonly SOFTHSM2_CONF: string };
  /** PEM file of the issuing certificate. */
  readonly authorityPath: string;
  /** By key label: DER certificates whose keys have never left the token. */
  readonly certificates: ReadonlyMap<string, Uint8Array>;
  /** Logs in with the right PIN outside of the station, which clears the token's note of wrong ones. */
  login(): Promise<void>;
  /** Puts the certificate of an issuer on it. */
  putAuthority(ca: Pick<TokenAuthority, 'certificatePath'>): Promise<void>;
  remove(): Promise<void>;
}

/** A SoftHSM2 token with key pairs made on it and certificates for them. Throws when the tools are missing. */
export async function makeSoftHsmToken(options: SoftHsmTokenOptions): Promise<SoftHsmToken> {
  if (SOFTHSM_MODULE === undefined) throw new Error('softhsm2 is not installed (Debian package softhsm2)');
  const environment = { SOFTHSM2_CONF: join(options.dir, 'softhsm2.conf') };
  const workshop = new TokenWorkshop({ ...options, modulePath: SOFTHSM_MODULE, environment });
  await initialise(options, environment.SOFTHSM2_CONF, workshop);
  const ca = options.ca ?? (await workshop.makeAuthority());
  if (options.ca === undefined) await workshop.putAuthority(ca);
  const certificates = new Map<string, Uint8Array>();
  for (const key of options.keys) {
    await workshop.makeKeyPair(key);
    const { certificate, path } = await workshop.issue(key.label, idSelector(key.id), ca);
    await workshop.putCertificate(path, key.certificateId ?? key.id, key.label);
    if (key.isKeyLost === true) await workshop.deleteKeyPair(key.id);
    certificates.set(key.label, certificate);
  }
  return {
    modulePath: SOFTHSM_MODULE,
    environment,
    authorityPath: ca.certificatePath,
    certificates,
    login: () => workshop.login(),
    putAuthority: (authority) => workshop.putAuthority(authority),
    remove: () => rm(options.dir, { recursive: true, force: true }),
  };
}

async function initialise(
  { dir, label, pin }: SoftHsmTokenOptions,
  configurationPath: string,
  workshop: TokenWorkshop,
): Promise<void> {
  const tokens = join(dir, 'tokens');
  await mkdir(tokens, { recursive: true });
  const settings = [
    `directories.tokendir = ${tokens}`,
    'objectstore.backend = file',
    'log.level = ERROR',
    'slots.removable = true',
  ];
  await writeFile(configurationPath, `${settings.join('\n')}\n`);
  await workshop.run('softhsm2-util', [
    ...['--init-token', '--free', '--label', label, '--so-pin', '12345678', '--pin', pin],
  ]);
}
