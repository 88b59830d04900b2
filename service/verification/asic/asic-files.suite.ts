import { createHash, createPrivateKey, sign } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTestCa, type SignerName } from '../../../e2e/actors/ca/make-test-ca.ts';
import type { AsicFormat } from '../../codecs/asic/asic-container.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import { buildSignedAttributes } from '../../codecs/cms/signed-attributes.ts';
import { buildSignedData } from '../../codecs/cms/signed-data-builder.ts';
import type { VerificationOutcome } from '../verification.ts';
import type { RawEntry } from './raw-zip.suite.ts';
import { verifyAsic } from './verify-asic.ts';

/** Parts of containers, made without the product's engines, for the tests of this folder. */
export interface AsicFiles {
  /** Detached CAdES, or attached when asked. */
  signature(content: Uint8Array, signer?: SignerName, isAttached?: boolean): Uint8Array;
  /** `anchors` are trusted beside the one of the signers; `at`: now unless given. */
  verify(
    format: AsicFormat,
    container: Uint8Array,
    known?: { readonly anchors?: readonly Uint8Array[]; readonly at?: Date },
  ): Promise<VerificationOutcome>;
  remove(): void;
}

export function makeAsicFiles(): AsicFiles {
  const folder = mkdtempSync(join(tmpdir(), 'verify-asic-'));
  const ca = makeTestCa(folder);
  const trust = { trustAnchors: [ca.trustAnchor], intermediates: [], crls: ca.crls(), ocspResponses: [] };
  const algorithm = { scheme: 'ECDSA', hash: 'SHA-256' } as const;
  return {
    signature: (content, name = 'p-256', isAttached = false) => {
      const { certificate: signingCertificate, privateKey } = ca.signer(name);
      const messageDigest = createHash('sha256').update(content).digest();
      const attributes = { messageDigest, signingCertificate, algorithm, signingTime: new Date() };
      const signedAttributes = buildSignedAttributes(attributes);
      const key = { key: createPrivateKey(privateKey), dsaEncoding: 'ieee-p1363' } as const;
      const signatureValue = sign('sha256', signedAttributes, key);
      const parts = { signedAttributes, algorithm, signingCertificate, signatureValue, certificates: ca.intermediates };
      return buildSignedData(parts, isAttached ? content : null);
    },
    verify: (format, container, { anchors = [], at = new Date() } = {}) => {
      const known = { ...trust, trustAnchors: [...trust.trustAnchors, ...anchors] };
      return verifyAsic(format, bytesSource(container), { trust: known, at, revocationMode: 'Offline' });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export function entry(name: string, data: Uint8Array | string): RawEntry {
  return { name, data: typeof data === 'string' ? Buffer.from(data) : data };
}

export function mimetype(format: AsicFormat): RawEntry {
  return entry('mimetype', `application/vnd.etsi.asic-${format === 'ASiC_S' ? 's' : 'e'}+zip`);
}

const NAMESPACES = 'xmlns:a="http://uri.etsi.org/02918/v1.2.1#" xmlns:d="http://www.w3.org/2000/09/xmldsig#"';
export const SHA256_URI = 'http://www.w3.org/2001/04/xmlenc#sha256';

export function reference(uri: string, data: Uint8Array | string, hash = 'sha256', algorithm = SHA256_URI): string {
  const digest = createHash(hash).update(data).digest('base64');
  return (
    `<a:DataObjectReference URI="${uri}"><d:DigestMethod Algorithm="${algorithm}"/>` +
    `<d:DigestValue>${digest}</d:DigestValue></a:DataObjectReference>`
  );
}

export function manifest(references: string, signature = 'META-INF/signature.p7s'): Buffer {
  return Buffer.from(
    `<a:ASiCManifest ${NAMESPACES}><a:SigReference URI="${signature}"/>${references}</a:ASiCManifest>`,
  );
}
