import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A certification authority of a company's own, and the certificate of a server under it. */
export interface ServerCertificates {
  /** Path of the authority's certificate, PEM. */
  readonly authority: string;
  /** Of another authority, with which the server has nothing to do. */
  readonly stranger: string;
  /** PEM. */
  readonly certificate: string;
  readonly key: string;
}

/** Makes them in `folder` by openssl, for a server of this DNS name and these addresses only. */
export function makeServerCertificates(
  folder: string,
  name: string,
  addresses: readonly string[] = [],
): ServerCertificates {
  const names = [`DNS:${name}`, ...addresses.map((address) => `IP:${address}`)];
  const at = (file: string): string => path.join(folder, file);
  const make = (file: string, subject: string, further: readonly string[]): void => {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', at(`${file}.key`)];
    const args = [
      'req',
      '-x509',
      ...key,
      '-days',
      '30',
      '-subj',
      `/CN=${subject}`,
      '-out',
      at(`${file}.pem`),
      ...further,
    ];
    execFileSync('openssl', args, { stdio: 'ignore' });
  };
  const isAuthority = ['-addext', 'keyUsage=critical,keyCertSign,cRLSign'];
  make('authority', 'Authority of the servers', isAuthority);
  make('stranger', 'Authority of somebody else', isAuthority);
  make('server', name, [
    ...['-CA', at('authority.pem'), '-CAkey', at('authority.key'), '-addext', 'basicConstraints=critical,CA:FALSE'],
    ...['-addext', `subjectAltName=${names.join(',')}`, '-addext', 'extendedKeyUsage=serverAuth'],
  ]);
  return {
    authority: at('authority.pem'),
    stranger: at('stranger.pem'),
    certificate: readFileSync(at('server.pem'), 'utf8'),
    key: readFileSync(at('server.key'), 'utf8'),
  };
}
