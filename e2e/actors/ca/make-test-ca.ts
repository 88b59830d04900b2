import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeCaConfig } from './ca-config.ts';

/** Certification authorities of the test PKI, from the root down. */
export const AUTHORITIES = ['root', 'intermediate', 'issuing'] as const;
export type Authority = (typeof AUTHORITIES)[number];

/** Signers under the issuing CA; the name says key and state. */
export const SIGNERS = {
  'rsa-2048': { key: ['RSA', 'rsa_keygen_bits:2048'] },
  'rsa-3072': { key: ['RSA', 'rsa_keygen_bits:3072'] },
  'rsa-4096': { key: ['RSA', 'rsa_keygen_bits:4096'] },
  'rsa-pss': { key: ['RSA-PSS', 'rsa_keygen_bits:2048', 'rsa_pss_keygen_md:sha256', 'rsa_pss_keygen_mgf1_md:sha256'] },
  'p-256': { key: ['EC', 'ec_paramgen_curve:P-256'] },
  'p-384': { key: ['EC', 'ec_paramgen_curve:P-384'] },
  'p-521': { key: ['EC', 'ec_paramgen_curve:P-521'] },
  'brainpool-p256r1': { key: ['EC', 'ec_paramgen_curve:brainpoolP256r1'] },
  ed25519: { key: ['ED25519'] },
  expired: { key: ['EC', 'ec_paramgen_curve:P-256'] },
  revoked: { key: ['EC', 'ec_paramgen_curve:P-256'] },
  'on-hold': { key: ['EC', 'ec_paramgen_curve:P-256'] },
} as const satisfies Record<string, { key: readonly string[] }>;
export type SignerName = keyof typeof SIGNERS;

/** A certificate with its key; files for command line tools, bytes for code. */
export interface Identity {
  readonly name: string;
  readonly certificatePem: string;
  readonly keyPem: string;
  /** DER. */
  readonly certificate: Uint8Array;
  /** PEM, PKCS#8. */
  readonly privateKey: string;
}

export interface IssueOptions {
  readonly issuer?: Authority;
  /** RFC 4514-like, most general first: `/C=AA/CN=Somebody`. */
  readonly subject?: string;
  /** `openssl genpkey` algorithm and its options. */
  readonly key?: readonly string[];
  /** Lines of an openssl extension section; the signer's extensions otherwise. */
  readonly extensions?: readonly string[];
  /** `YYYYMMDDHHMMSSZ`. */
  readonly notBefore?: string;
  readonly notAfter?: string;
  /** Further `openssl ca` arguments, for example `-sigopt rsa_padding_mode:pss`. */
  readonly arguments?: readonly string[];
}

export interface TestCa {
  readonly folder: string;
  /** A path inside the folder. */
  path(name: string): string;
  authority(name: Authority): Identity;
  signer(name: SignerName): Identity;
  /** The timestamp authority's certificate (critical EKU timeStamping), under the intermediate CA. */
  readonly timestampAuthority: Identity;
  /** DER: issuing, intermediate; what a signer's chain needs below the root. */
  readonly intermediates: readonly Uint8Array[];
  /** DER of the root. */
  readonly trustAnchor: Uint8Array;
  /** DER, current when made: root, intermediate, issuing. */
  crls(): readonly Uint8Array[];
  /** Issues another certificate; the name becomes the file name. */
  issue(name: string, options?: IssueOptions): Identity;
  /** Makes new CRLs of all authorities: younger than every certificate issued so far, or of the moment that is given. */
  renewCrls(thisUpdate?: Date, nextUpdate?: Date): void;
  /** Revokes by file name and makes new CRLs. `reason` as `openssl ca -crl_reason` takes it. */
  revoke(name: string, issuer?: Authority, reason?: string): void;
  /** DER OCSPResponse for one certificate, answered by the issuer's delegated responder. */
  ocspResponse(
    name: string,
    options?: { issuer?: Authority; nonce?: boolean; arguments?: readonly string[] },
  ): Uint8Array;
}

const FAR = new Date('2099-01-01T00:00:00Z');

/** Ten minutes ago as openssl wants it: a key made when first asked for must not be younger than its signature. */
const aWhileAgo = (): string => opensslTime(new Date(Date.now() - 600_000));

function opensslTime(time: Date): string {
  return `${time.toISOString().replace(/[-:T]|\..*/gu, '')}Z`;
}

/**
 * Makes a three-level PKI below `folder` with the openssl command: CAs on EC keys (P-384, P-256, P-256), OCSP
 * responders, a timestamp authority, one signer per SIGNERS on first use, CRLs. The caller removes the folder.
 * Takes about a second; the signers' keys come when asked for. `baseUrl` goes into CDP and AIA.
 */
export function makeTestCa(folder: string, baseUrl = 'http://127.0.0.1:9480'): TestCa {
  mkdirSync(folder, { recursive: true });
  for (const authority of AUTHORITIES) writeCaConfig(folder, authority, baseUrl);
  const ca = new OpensslCa(folder);
  makeAuthorities(ca);
  return testCaOf(ca, ca.issue('tsa', TIMESTAMP_AUTHORITY));
}

const TIMESTAMP_AUTHORITY: IssueOptions = {
  issuer: 'intermediate',
  subject: '/C=AA/O=Test/CN=Test TSA',
  key: ['RSA', 'rsa_keygen_bits:2048'],
  arguments: ['-extensions', 'v3_tsa'],
};

function makeAuthorities(ca: OpensslCa): void {
  ca.makeRoot('/C=AA/O=Test/CN=Test Root CA');
  const below = (name: Authority, issuer: Authority, commonName: string): void => {
    ca.issue(name, { issuer, subject: `/C=AA/O=Test/CN=${commonName}`, arguments: ['-extensions', 'v3_subca'] });
  };
  below('intermediate', 'root', 'Test Policy CA');
  below('issuing', 'intermediate', 'Test Issuing CA 1');
  for (const issuer of AUTHORITIES) {
    const subject = `/C=AA/O=Test/CN=OCSP ${issuer}`;
    ca.issue(`ocsp-${issuer}`, { issuer, subject, arguments: ['-extensions', 'v3_ocsp'] });
    ca.makeCrl(issuer);
  }
}

function testCaOf(ca: OpensslCa, timestampAuthority: Identity): TestCa {
  return {
    folder: ca.folder,
    path: (name) => ca.path(name),
    authority: (name) => ca.known(name),
    signer: (name) => signerOf(ca, name),
    timestampAuthority,
    intermediates: [ca.known('issuing').certificate, ca.known('intermediate').certificate],
    trustAnchor: ca.known('root').certificate,
    crls: () => AUTHORITIES.map((issuer) => readFileSync(ca.path(`${issuer}.crl`))),
    issue: (name, options) => ca.issue(name, options),
    renewCrls: (...period) => AUTHORITIES.forEach((issuer) => ca.makeCrl(issuer, ...period)),
    revoke: (...what) => ca.revoke(...what),
    ocspResponse: (name, options) => ca.ocspResponse(name, options),
  };
}

function signerOf(ca: OpensslCa, name: SignerName): Identity {
  const file = `signer-${name}`;
  if (ca.has(file)) return ca.known(file);
  const expired = { notBefore: '20240101000000Z', notAfter: '20250101000000Z' };
  const identity = ca.issue(file, { key: SIGNERS[name].key, ...(name === 'expired' ? expired : {}) });
  if (name === 'revoked') ca.revoke(file);
  if (name === 'on-hold') ca.revoke(file, 'issuing', 'certificateHold');
  return identity;
}

/** What openssl does in the folder of a PKI, and the certificates it has issued there. */
class OpensslCa {
  readonly folder: string;
  readonly #identities = new Map<string, Identity>();

  constructor(folder: string) {
    this.folder = folder;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  has(name: string): boolean {
    return this.#identities.has(name);
  }

  known(name: string): Identity {
    const identity = this.#identities.get(name);
    if (identity === undefined) throw new Error(`No certificate named ${name}`);
    return identity;
  }

  makeRoot(subject: string): void {
    this.#makeKey('root', ['EC', 'ec_paramgen_curve:P-384']);
    this.#openssl(
      ...['req', '-x509', '-new', '-key', 'root.key', '-sha384', '-days', '7300', '-subj', subject],
      ...['-config', 'root.cnf', '-extensions', 'v3_ca', '-out', 'root.pem'],
    );
    this.#load('root');
  }

  issue(name: string, options: IssueOptions = {}): Identity {
    const issuer = options.issuer ?? 'issuing';
    this.#makeKey(name, options.key ?? ['EC', 'ec_paramgen_curve:P-256']);
    const subject = options.subject ?? `/C=AA/O=Test/CN=Signer ${name}`;
    this.#openssl('req', '-new', '-key', `${name}.key`, '-subj', subject, '-out', `${name}.csr`);
    const section = options.extensions === undefined ? ['-extensions', 'v3_sign'] : ['-extfile', `${name}.ext`];
    if (options.extensions !== undefined) writeFileSync(this.path(`${name}.ext`), options.extensions.join('\n'));
    const validity = [
      ...['-startdate', options.notBefore ?? aWhileAgo()],
      ...(options.notAfter === undefined ? ['-days', '825'] : ['-enddate', options.notAfter]),
    ];
    this.#openssl(
      ...['ca', '-batch', '-notext', '-config', `${issuer}.cnf`, ...section, ...validity],
      ...['-in', `${name}.csr`, '-out', `${name}.pem`, ...(options.arguments ?? [])],
    );
    return this.#load(name);
  }

  makeCrl(issuer: Authority, thisUpdate: Date | null = null, nextUpdate = FAR): void {
    const window =
      thisUpdate === null
        ? []
        : ['-crl_lastupdate', opensslTime(thisUpdate), '-crl_nextupdate', opensslTime(nextUpdate)];
    const pem = `${issuer}.crl.pem`;
    this.#openssl('ca', '-config', `${issuer}.cnf`, '-gencrl', '-crlexts', 'crl_ext', ...window, '-out', pem);
    this.#openssl('crl', '-in', pem, '-outform', 'DER', '-out', `${issuer}.crl`);
  }

  revoke(name: string, issuer: Authority = 'issuing', reason = 'keyCompromise'): void {
    this.#openssl('ca', '-config', `${issuer}.cnf`, '-revoke', `${name}.pem`, '-crl_reason', reason);
    this.makeCrl(issuer);
  }

  ocspResponse(
    name: string,
    { issuer = 'issuing', nonce = false, arguments: more = [] }: Parameters<TestCa['ocspResponse']>[1] = {},
  ): Uint8Array {
    const request = ['-issuer', `${issuer}.pem`, '-cert', `${name}.pem`, nonce ? '-nonce' : '-no_nonce'];
    this.#openssl('ocsp', ...request, '-reqout', 'request.ocsp');
    this.#openssl(
      ...['ocsp', '-index', join(issuer, 'index.txt'), '-CA', `${issuer}.pem`, '-reqin', 'request.ocsp'],
      ...['-rsigner', `ocsp-${issuer}.pem`, '-rkey', `ocsp-${issuer}.key`, '-ndays', '7'],
      ...['-respout', 'response.ocsp', ...more],
    );
    return readFileSync(this.path('response.ocsp'));
  }

  #openssl(...args: readonly string[]): Buffer {
    return execFileSync('openssl', args, { cwd: this.folder, stdio: 'pipe' });
  }

  #makeKey(name: string, [algorithm = 'EC', ...options]: readonly string[]): void {
    const pkeyOptions = options.flatMap((option) => ['-pkeyopt', option]);
    this.#openssl('genpkey', '-algorithm', algorithm, ...pkeyOptions, '-out', `${name}.key`);
  }

  #load(name: string): Identity {
    const identity: Identity = {
      name,
      certificatePem: this.path(`${name}.pem`),
      keyPem: this.path(`${name}.key`),
      certificate: this.#openssl('x509', '-in', `${name}.pem`, '-outform', 'DER'),
      privateKey: readFileSync(this.path(`${name}.key`), 'utf8'),
    };
    writeFileSync(this.path(`${name}.der`), identity.certificate);
    this.#identities.set(name, identity);
    return identity;
  }
}
