import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export type TokenKeyType = 'RSA-1024' | 'RSA-2048' | 'RSA-3072' | 'RSA-4096' | 'P-256' | 'P-384' | 'P-521' | 'Ed25519';

export interface TokenKey {
  readonly type: TokenKeyType;
  /** CKA_ID in hex, two digits a byte. */
  readonly id: string;
  readonly label: string;
  /** CKA_ALWAYS_AUTHENTICATE: each signature wants a login of its own. */
  readonly alwaysAuthenticate?: boolean;
  /** CKA_ID of the certificate, where another tool wrote it; omitted: that of the key. */
  readonly certificateId?: string;
  /** The key pair is deleted once the certificate is there. */
  readonly isKeyLost?: boolean;
}

/** A certificate authority that issues for public keys: PEM files. */
export interface TokenAuthority {
  readonly certificatePath: string;
  readonly keyPath: string;
}

export interface TokenWorkshopOptions {
  /** Folder for the files that are made on the way. */
  readonly dir: string;
  readonly modulePath: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly label: string;
  readonly pin: string;
  /** `openssl x509 -days`; default 365. */
  readonly days?: number | undefined;
  /** Lines of the certificates' extension section; by default CA:FALSE and the two key usages of a signer. */
  readonly extensions?: readonly string[] | undefined;
}

/** Fills a token by the tools that come with OpenSC, GnuTLS and OpenSSL: keys are made on it and never leave it. */
export class TokenWorkshop {
  readonly #options: TokenWorkshopOptions;

  constructor(options: TokenWorkshopOptions) {
    this.#options = options;
  }

  async makeAuthority(): Promise<TokenAuthority> {
    const ca = { certificatePath: this.path('ca.pem'), keyPath: this.path('ca.key') };
    await this.run('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '3650'],
      ...['-subj', '/C=AA/O=Token Lab/CN=Token Lab CA', '-addext', 'keyUsage=critical,keyCertSign,cRLSign'],
      ...['-keyout', ca.keyPath, '-out', ca.certificatePath],
    ]);
    return ca;
  }

  async putAuthority(ca: Pick<TokenAuthority, 'certificatePath'>): Promise<void> {
    const der = this.path('ca.der');
    await this.run('openssl', ['x509', '-in', ca.certificatePath, '-outform', 'DER', '-out', der]);
    await this.putCertificate(der, 'ca', 'ca');
  }

  login(): Promise<void> {
    return this.tokenTool(['--list-objects']);
  }

  async makeKeyPair({ type, id, label, alwaysAuthenticate }: TokenKey): Promise<void> {
    const extra = alwaysAuthenticate === true ? ['--always-auth'] : [];
    await this.tokenTool(['--keypairgen', '--key-type', KEY_TYPES[type], '--id', id, '--label', label, ...extra]);
  }

  /** A certificate for the public key that `selector` (PKCS#11 URI attributes) shows: DER, and the path of its file. */
  async issue(
    label: string,
    selector: string,
    ca: TokenAuthority,
  ): Promise<{ readonly certificate: Uint8Array; readonly path: string }> {
    const file = (kind: string): string => this.path(`${label.replaceAll(/[^\w-]/g, '_')}.${kind}`);
    const url = `pkcs11:token=${encodeURIComponent(this.#options.label)};${selector};type=public`;
    const p11tool = [
      '--provider',
      this.#options.modulePath,
      '--login',
      '--export-pubkey',
      url,
      '--outfile',
      file('pub'),
    ];
    await this.run('p11tool', p11tool, { GNUTLS_PIN: this.#options.pin });
    await issueFor(
      { ...this.#options, label, publicKeyPath: file('pub'), outputBase: file('').slice(0, -1) },
      ca,
      (args) => this.run('openssl', args),
    );
    return { certificate: await readFile(file('der')), path: file('der') };
  }

  async deleteKeyPair(id: string): Promise<void> {
    for (const type of ['privkey', 'pubkey']) await this.tokenTool(['--delete-object', '--type', type, '--id', id]);
  }

  putCertificate(path: string, id: string, label: string): Promise<void> {
    return this.tokenTool(['--write-object', path, '--type', 'cert', '--id', id, '--label', label]);
  }

  path(name: string): string {
    return join(this.#options.dir, name);
  }

  tokenTool(args: readonly string[]): Promise<void> {
    const { label, pin, modulePath } = this.#options;
    return this.run('pkcs11-tool', [
      ...['--module', modulePath, '--token-label', label, '--login', '--pin', pin],
      ...args,
    ]);
  }

  async run(command: string, args: readonly string[], extra: Record<string, string> = {}): Promise<void> {
    await execute(command, [...args], { env: { ...process.env, ...this.#options.environment, ...extra } });
  }
}

interface Issue {
  readonly label: string;
  readonly publicKeyPath: string;
  /** Path without ending for request, extensions, certificate. */
  readonly outputBase: string;
  readonly days?: number | undefined;
  readonly extensions?: readonly string[] | undefined;
}

/** The request's key is thrown away: the certificate is for the given public key. Writes `<outputBase>.pem` and `.der`. */
async function issueFor(
  { label, publicKeyPath, outputBase, days = 365, extensions = SIGNER_EXTENSIONS }: Issue,
  ca: TokenAuthority,
  openssl: (args: readonly string[]) => Promise<void>,
): Promise<void> {
  const file = (kind: string): string => `${outputBase}.${kind}`;
  await writeFile(file('ext'), `${extensions.join('\n')}\n`);
  await openssl([
    ...['req', '-new', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', '/dev/null'],
    ...['-subj', `/C=AA/O=Token Lab/CN=${label}`, '-out', file('csr')],
  ]);
  await openssl([
    ...['x509', '-req', '-in', file('csr'), '-force_pubkey', publicKeyPath],
    ...['-CA', ca.certificatePath, '-CAkey', ca.keyPath, '-days', String(days)],
    ...['-extfile', file('ext'), '-out', file('pem')],
  ]);
  await openssl(['x509', '-in', file('pem'), '-outform', 'DER', '-out', file('der')]);
}

const SIGNER_EXTENSIONS = [
  'basicConstraints=critical,CA:FALSE',
  'keyUsage=critical,digitalSignature,nonRepudiation',
] as const;

const KEY_TYPES: Readonly<Record<TokenKeyType, string>> = {
  'RSA-1024': 'rsa:1024',
  'RSA-2048': 'rsa:2048',
  'RSA-3072': 'rsa:3072',
  'RSA-4096': 'rsa:4096',
  'P-256': 'EC:prime256v1',
  'P-384': 'EC:secp384r1',
  'P-521': 'EC:secp521r1',
  Ed25519: 'EC:edwards25519',
};

/** The part of a PKCS#11 URI that names an object by its CKA_ID. */
export function idSelector(hex: string): string {
  return `id=${hex.replaceAll(/../g, '%$&')}`;
}
