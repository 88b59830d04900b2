import { createPublicKey } from 'node:crypto';
import { entry, mimetype } from '../../service/verification/asic/asic-files.suite.ts';
import { rawZip } from '../../service/verification/asic/raw-zip.suite.ts';
import * as cms from '../../service/verification/cades/cms-forgery.suite.ts';
import * as xml from '../../service/verification/xades/signed-xml.suite.ts';
import { encodeName } from '../../service/codecs/x509/name.ts';
import type { HostileDocument } from './hostile-documents.ts';

/** Texts that cost the square of their length where each of their characters is a beginning. */
export const HOSTILE_TEXTS: readonly HostileDocument[] = [
  { format: 'XAdES', what: 'a signing time of 1 MB of blanks', make: () => timeBehind(' '.repeat(1_000_000)) },
  { format: 'CAdES', what: '50 names of 120,000 marks on one letter', make: () => markedNames(50, 60_000) },
  { format: 'ASiC_E', what: '60 names of 32,000 folders', make: () => named(60, 'a/'.repeat(32_000)) },
  { format: 'ASiC_E', what: '60 names of 64,000 dots and blanks', make: () => named(60, '. '.repeat(32_000)) },
  { format: 'ASiC_E', what: '1,000 names of 2,000 letters', make: () => named(990, 'signatures'.repeat(200)) },
];

function timeBehind(blanks: string): Uint8Array {
  const signature = xml.signatureTemplate().replace(/(SigningTime>)/, `$1x${blanks}`);
  return Buffer.from(`<all>${signature}</all>`);
}

function markedNames(count: number, pairs: number): Uint8Array {
  const subject = encodeName([['CN', `a${'\u0301\u0316'.repeat(pairs)}`]]);
  const { ec } = cms.signers;
  const publicKey = createPublicKey(ec.privateKey);
  const certificates = Array.from({ length: count }, () => cms.issue(publicKey, { subject }));
  return cms.forge(ec, { certificates: [ec.certificate, ...certificates] });
}

function named(count: number, name: string): Uint8Array {
  const files = Array.from({ length: count }, (_, index) => entry(`META-INF/${String(index)}${name}x`, ''));
  return rawZip([mimetype('ASiC_E'), ...files]);
}
