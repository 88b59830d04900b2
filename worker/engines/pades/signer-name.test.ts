import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { signerName } from './signer-name.ts';

function certificate(subject: string): Uint8Array {
  return execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'],
    ...['-utf8', '-subj', subject, '-keyout', '/dev/null', '-outform', 'DER'],
  ]);
}

it.each([
  ['/C=CZ/O=Firma/CN=Jana Nov\u00e1kov\u00e1', 'Jana Nov\u00e1kov\u00e1'],
  ['/CN=Department/CN=Jana', 'Jana'],
  ['/GN=Jana/SN=Nov\u00e1kov\u00e1/O=Firma', 'Jana Nov\u00e1kov\u00e1'],
  ['/C=CZ/O=Firma', 'Firma'],
  ['/emailAddress=jana@example.org', 'jana@example.org'],
  ['/C=CZ/serialNumber=4711', 'serialNumber=4711,C=CZ'],
  ['/', 'unnamed signer'],
])('shows %s as a person would', (subject, name) => {
  expect(signerName(certificate(subject))).toBe(name);
});
