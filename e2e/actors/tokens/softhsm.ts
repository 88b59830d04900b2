import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where distributions put the module; the first that exists is used. */
const MODULE_PATHS = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/lib64/pkcs11/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
];

const SOFTHSM_MODULE = MODULE_PATHS.find((path) => existsSync(path));

export type TokenKeyType = 'RSA-2048' | 'RSA-3072' | 'RSA-4096' | 'P-256' | 'P-384' | 'P-521' | 'Ed25519';

export interface TokenKey {
  readonly type: TokenKeyType;
  /** CKA_ID in hex, two digits a byte. */
  readonly id: string;
  readonly label: string;
  /** CKA_ALWAYS_AUTHENTICATE: each signature wants a login of its own. */
  readonly alwaysAuthenticate?: boolean;
}

/** A certificate authority that issues for public keys: PEM files. */
interface TokenAuthority {
  readonly certificatePath: string;
  readonly keyPath: string;
}

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
  remove(): Promise<void>;
}

/** A SoftHSM2 token with key pairs made on it and certificates for them. Throws when the tools are missing. */
export async function makeSoftHsmToken(options: SoftHsmTokenOptions): Promise<SoftHsmToken> {
  if (SOFTHSM_MODULE === undefined) throw new Error('softhsm2 is not installed (Debian package softhsm2)');
  const workshop = new TokenWorkshop(SOFTHSM_MODULE, options);
  await workshop.initialise();
  const ca = options.ca ?? (await workshop.makeAuthority());
  const certificates = new Map<string, Uint8Array>();
  for (const key of options.keys) {
    await workshop.makeKeyPair(key);
    certificates.set(key.label, await workshop.certify(key, ca));
  }
  return {
    modulePath: SOFTHSM_MODULE,
    environment: workshop.environment,
    authorityPath: ca.certificatePath,
    certificates,
    login: () => workshop.login(),
    remove: () => rm(options.dir, { recursive: true, force: true }),
  };
}

class TokenWorkshop {
  readonly environment: { readonly SOFTHSM2_CONF: string };
  readonly #modulePath: string;
  readonly #options: SoftHsmTokenOptions;

  constructor(modulePath: string, options: SoftHsmTokenOptions) {
    this.#modulePath = modulePath;
    this.#options = options;
    this.environment = { SOFTHSM2_CONF: join(options.dir, 'softhsm2.conf') };
  }

  async initialise(): Promise<void> {
    const { dir, label, pin } = this.#options;
    await mkdir(join(dir, 'tokens'), { recursive: true });
    const settings = [
      `directories.tokendir = ${join(dir, 'tokens')}`,
      'objectstore.backend = file',
      'log.level = ERROR',
      'slots.removable = true',
    ];
    await writeFile(this.environment.SOFTHSM2_CONF, `${settings.join('\n')}\n`);
    await this.#run('softhsm2-util', [
      '--init-token',
      '--free',
      '--label',
      label,
      '--so-pin',
      '12345678',
      '--pin',
      pin,
    ]);
  }

  async makeAuthority(): Promise<TokenAuthority> {
    const ca = { certificatePath: this.#path('ca.pem'), keyPath: this.#path('ca.key') };
    await this.#run('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '3650'],
      ...['-subj', '/C=AA/O=Token Lab/CN=Token Lab CA', '-addext', 'keyUsage=critical,keyCertSign,cRLSign'],
      ...['-keyout', ca.keyPath, '-out', ca.certificatePath],
    ]);
    await this.#run('openssl', ['x509', '-in', ca.certificatePath, '-outform', 'DER', '-out', this.#path('ca.der')]);
    await this.#tokenTool(['--write-object', this.#path('ca.der'), '--type', 'cert', '--id', 'ca', '--label', 'ca']);
    return ca;
  }

  login(): Promise<void> {
    return this.#tokenTool(['--list-objects']);
  }

  async makeKeyPair({ type, id, label, alwaysAuthenticate }: TokenKey): Promise<void> {
    const extra = alwaysAuthenticate === true ? ['--always-auth'] : [];
    await this.#tokenTool(['--keypairgen', '--key-type', KEY_TYPES[type], '--id', id, '--label', label, ...extra]);
  }

  /** The request's key is thrown away: the certificate is for the public key that the token shows. */
  async certify({ id, label }: TokenKey, ca: TokenAuthority): Promise<Uint8Array> {
    const [publicKey, request, extensions, pem, der] = ['pub', 'csr', 'ext', 'pem', 'der'].map((kind) =>
      this.#path(`${id}.${kind}`),
    ) as [string, string, string, string, string];
    const url = `pkcs11:token=${encodeURIComponent(this.#options.label)};id=${percentHex(id)};type=public`;
    const p11tool = ['--provider', this.#modulePath, '--login', '--export-pubkey', url, '--outfile', publicKey];
    await this.#run('p11tool', p11tool, { GNUTLS_PIN: this.#options.pin });
    await writeFile(extensions, `${(this.#options.extensions ?? SIGNER_EXTENSIONS).join('\n')}\n`);
    await this.#run('openssl', [
      ...['req', '-new', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', '/dev/null'],
      ...['-subj', `/C=AA/O=Token Lab/CN=${label}`, '-out', request],
    ]);
    await this.#run('openssl', [
      ...['x509', '-req', '-in', request, '-force_pubkey', publicKey, '-CA', ca.certificatePath, '-CAkey', ca.keyPath],
      ...['-days', String(this.#options.days ?? 365), '-extfile', extensions, '-out', pem],
    ]);
    await this.#run('openssl', ['x509', '-in', pem, '-outform', 'DER', '-out', der]);
    await this.#tokenTool(['--write-object', der, '--type', 'cert', '--id', id, '--label', label]);
    return readFile(der);
  }

  #path(name: string): string {
    return join(this.#options.dir, name);
  }

  #tokenTool(args: readonly string[]): Promise<void> {
    const { label, pin } = this.#options;
    return this.#run('pkcs11-tool', [
      ...['--module', this.#modulePath, '--token-label', label, '--login', '--pin', pin],
      ...args,
    ]);
  }

  async #run(command: string, args: readonly string[], extra: Record<string, string> = {}): Promise<void> {
    await run(command, [...args], { env: { ...process.env, ...this.environment, ...extra } });
  }
}

const SIGNER_EXTENSIONS = [
  'basicConstraints=critical,CA:FALSE',
  'keyUsage=critical,digitalSignature,nonRepudiation',
] as const;

const KEY_TYPES: Readonly<Record<TokenKeyType, string>> = {
  'RSA-2048': 'rsa:2048',
  'RSA-3072': 'rsa:3072',
  'RSA-4096': 'rsa:4096',
  'P-256': 'EC:prime256v1',
  'P-384': 'EC:secp384r1',
  'P-521': 'EC:secp521r1',
  Ed25519: 'EC:edwards25519',
};

function percentHex(hex: string): string {
  return hex.replaceAll(/../g, '%$&');
}
