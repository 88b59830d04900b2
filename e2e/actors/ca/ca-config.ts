import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the database files and the openssl configuration of one certification authority below `folder`. */
export function writeCaConfig(folder: string, name: string, baseUrl: string): void {
  const home = join(folder, name);
  mkdirSync(join(home, 'new'), { recursive: true });
  writeFileSync(join(home, 'index.txt'), '');
  writeFileSync(join(home, 'serial'), '1000\n');
  writeFileSync(join(home, 'crlnumber'), '01\n');
  writeFileSync(join(folder, `${name}.cnf`), [...caSection(name), ...extensionSections(name, baseUrl)].join('\n'));
}

function caSection(name: string): string[] {
  return [
    ...['[req]', 'distinguished_name = dn', '[dn]'],
    ...['[ca]', 'default_ca = authority', '[authority]', `dir = ${name}`],
    ...['database = $dir/index.txt', 'new_certs_dir = $dir/new', 'serial = $dir/serial', 'crlnumber = $dir/crlnumber'],
    ...[`certificate = ${name}.pem`, `private_key = ${name}.key`, 'default_md = sha256', 'default_days = 825'],
    ...['default_crl_days = 7', 'policy = any_name', 'unique_subject = no', 'copy_extensions = none'],
    ...['[any_name]', 'countryName = optional', 'organizationName = optional', 'organizationalUnitName = optional'],
    ...['commonName = supplied', 'serialNumber = optional', 'emailAddress = optional'],
    ...['[crl_ext]', 'authorityKeyIdentifier = keyid:always'],
  ];
}

function extensionSections(name: string, baseUrl: string): string[] {
  const keyIds = ['subjectKeyIdentifier = hash', 'authorityKeyIdentifier = keyid:always'];
  const where = [
    `crlDistributionPoints = URI:${baseUrl}/${name}.crl`,
    `authorityInfoAccess = caIssuers;URI:${baseUrl}/${name}.der,OCSP;URI:${baseUrl}/ocsp/${name}`,
  ];
  const certificateAuthority = [
    'basicConstraints = critical,CA:TRUE',
    'keyUsage = critical,keyCertSign,cRLSign',
    ...keyIds,
  ];
  const endEntity = (usage: string): string[] => [
    'basicConstraints = critical,CA:FALSE',
    `keyUsage = critical,${usage}`,
    ...keyIds,
  ];
  const sections: Record<string, readonly string[]> = {
    v3_ca: certificateAuthority,
    v3_subca: [...certificateAuthority, ...where, 'certificatePolicies = 2.5.29.32.0'],
    v3_sign: [...endEntity('digitalSignature,nonRepudiation'), ...where, 'certificatePolicies = 1.3.6.1.4.1.99999.1.1'],
    v3_ocsp: [...endEntity('digitalSignature'), 'extendedKeyUsage = critical,OCSPSigning', 'noCheck = ignored'],
    v3_tsa: [...endEntity('digitalSignature'), ...where, 'extendedKeyUsage = critical,timeStamping'],
  };
  return Object.entries(sections).flatMap(([section, lines]) => [`[${section}]`, ...lines]);
}
