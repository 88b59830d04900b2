import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { OID_ID_AA_CONTENT_TIME_STAMP } from '../../codecs/cms/object-identifiers.ts';
import { encodeAttribute } from '../../codecs/cms/signed-attributes.ts';
import type { SignatureFormat } from '../../contract/vocabulary/signature-formats.ts';
import { entry, manifest, mimetype, reference } from '../asic/asic-files.suite.ts';
import { rawZip } from '../asic/raw-zip.suite.ts';
import { attributesOf, forge } from '../cades/cms-forgery.suite.ts';
import { makeCrl } from '../certificate-path/evidence.suite.ts';
import { issue, type Issued } from '../certificate-path/issued-certificates.suite.ts';
import { contractPdf } from '../pades/contract-pdf.suite.ts';
import { signPdf } from '../pades/signed-pdf.suite.ts';
import type { VerificationOutcome } from '../verification.ts';
import { verifyDocument } from '../verify-document.ts';
import * as xml from '../xades/signed-xml.suite.ts';
import { makeToken, makeTsa, otherRoot, root, signerOf, tsa, valid } from './timestamping.suite.ts';

/*
 * A timestamp over what is going to be signed lies in what is signed: the signature was made after it. Where that is
 * after the certificate was revoked, the signature is INVALID and not just in doubt (EN 319 102-1 5.3.4).
 */

const REVOKED = new Date('2026-07-01T00:00:00Z');
const BEFORE = new Date('2026-06-01T00:00:00Z');
const AFTER = new Date('2026-08-01T00:00:00Z');
const signer = issue('Signer', root, { changes: valid('2026-01-01', '2027-01-01') });
const revokedList = makeCrl({
  issuer: root,
  entries: [{ certificate: signer, revokedAt: REVOKED }],
  ...{ thisUpdate: new Date('2026-09-25T00:00:00Z'), nextUpdate: new Date('2026-10-05T00:00:00Z') },
});
const DATA = Buffer.from('An order of ten boxes\n');

interface ContentTime {
  readonly time: Date;
  readonly by: Issued;
}

/** A CMS signature over these bytes that holds a content timestamp. */
function cms(content: Uint8Array, { time, by }: ContentTime, isAttached: boolean, imprint?: Uint8Array): Uint8Array {
  const token = makeToken({ of: content, at: time, by, ...(imprint && { imprint }) });
  const signedAttributes = attributesOf(signerOf(signer), {
    ...{ messageDigest: imprint ?? createHash('sha256').update(content).digest(), signingTime: null },
    additional: [encodeAttribute(OID_ID_AA_CONTENT_TIME_STAMP, [token])],
  });
  return forge(signerOf(signer), { signedAttributes, eContent: isAttached ? content : null });
}

/** Signed properties with a timestamp over all data objects. */
function properties(property: string, of: Uint8Array, { time, by }: ContentTime): string {
  const token = xml.base64(makeToken({ of, at: time, by }));
  const include = property.startsWith('Individual')
    ? '<xades:Include URI="#R" referencedData="true"></xades:Include>'
    : '';
  return (
    `<xades:SignedSignatureProperties>${xml.signingCertificateV2(signer.der)}</xades:SignedSignatureProperties>` +
    `<xades:SignedDataObjectProperties><xades:${property}>${include}` +
    `<ds:CanonicalizationMethod Algorithm="${xml.EXC_C14N}"></ds:CanonicalizationMethod>` +
    `<xades:EncapsulatedTimeStamp>${token}</xades:EncapsulatedTimeStamp></xades:${property}></xades:SignedDataObjectProperties>`
  );
}

function invoice(property: string, when: ContentTime): Uint8Array {
  const signedProperties = properties(property, Buffer.from(xml.INVOICE.replace(xml.HERE, '')), when);
  return Buffer.from(xml.signedInvoice({ signer: signerOf(signer), signedProperties }));
}

/** META-INF/signatures.xml over DATA. */
function containerXml(when: ContentTime): Uint8Array {
  const digest = `<ds:DigestValue>${createHash('sha256').update(DATA).digest('base64')}</ds:DigestValue>`;
  const references = [xml.reference('a.txt', []).replace(xml.EMPTY_DIGEST, digest)];
  const signedProperties = properties('AllDataObjectsTimeStamp', DATA, when);
  const template = xml.signatureTemplate({ signer: signerOf(signer), references, signedProperties });
  const name = 'asic:XAdESSignatures';
  const wrapped = `<${name} xmlns:asic="http://uri.etsi.org/02918/v1.2.1#">${template}</${name}>`;
  return Buffer.from(xml.sign(wrapped, signerOf(signer)));
}

interface Form {
  readonly format: SignatureFormat;
  readonly how: string;
  readonly make: (when: ContentTime) => Uint8Array;
  readonly original?: Uint8Array;
}

const listed = manifest(reference('a.txt', DATA));
const FORMS: readonly Form[] = [
  { format: 'CAdES', how: 'encapsulated', make: (when) => cms(DATA, when, true) },
  { format: 'CAdES', how: 'detached', make: (when) => cms(DATA, when, false), original: DATA },
  {
    ...{ format: 'PAdES', how: 'content-time-stamp' },
    make: (when) =>
      signPdf(
        contractPdf(),
        { certificate: signer.der, chain: [], key: signer.privateKey },
        { contents: (digest) => cms(new Uint8Array(), when, false, digest) },
      ),
  },
  { format: 'XAdES', how: 'all data objects', make: (when) => invoice('AllDataObjectsTimeStamp', when) },
  { format: 'XAdES', how: 'one data object', make: (when) => invoice('IndividualDataObjectsTimeStamp', when) },
  {
    ...{ format: 'ASiC_S', how: 'CAdES' },
    make: (when) =>
      rawZip([...[mimetype('ASiC_S'), entry('a.txt', DATA)], entry('META-INF/signature.p7s', cms(DATA, when, false))]),
  },
  {
    ...{ format: 'ASiC_E', how: 'CAdES' },
    make: (when) =>
      rawZip([
        ...[mimetype('ASiC_E'), entry('a.txt', DATA), entry('META-INF/ASiCManifest.xml', listed)],
        entry('META-INF/signature.p7s', cms(listed, when, false)),
      ]),
  },
  {
    ...{ format: 'ASiC_S', how: 'XAdES' },
    make: (when) =>
      rawZip([...[mimetype('ASiC_S'), entry('a.txt', DATA)], entry('META-INF/signatures.xml', containerXml(when))]),
  },
  {
    ...{ format: 'ASiC_E', how: 'XAdES' },
    make: (when) =>
      rawZip([
        ...[mimetype('ASiC_E'), entry('a.txt', DATA), entry('META-INF/manifest.xml', '<manifest/>')],
        entry('META-INF/signatures0.xml', containerXml(when)),
      ]),
  },
];

describe.each(FORMS)('$format ($how) with a timestamp over what is signed', ({ format, make, original }) => {
  const judge = (when: ContentTime, crls: readonly Uint8Array[] = [revokedList]): Promise<VerificationOutcome> =>
    verifyDocument({
      ...{ format, document: { kind: 'bytes', bytes: make(when) } },
      original: original === undefined ? null : { kind: 'bytes', bytes: original },
      trust: { trustAnchors: [root.der], intermediates: [], crls, ocspResponses: [] },
      ...{ revocationMode: 'Offline', at: new Date('2026-10-01T00:00:00Z') },
    });

  it('of after the revocation is INVALID', async () => {
    const report = await judge({ time: AFTER, by: tsa });
    expect(report).toMatchObject({ overallStatus: 'INVALID', signature: { cryptoValid: true } });
    expect(report.signatures[0]?.reasonCodes).toContain('SIG_MADE_AFTER_REVOCATION');
    expect(report.signatures[0]?.timestamps).toMatchObject([{ status: 'VALID', isIntact: true }]);
  });

  it('of before the revocation is INDETERMINATE: it may have been made before or after', async () => {
    expect(await judge({ time: BEFORE, by: tsa })).toMatchObject({ overallStatus: 'INDETERMINATE' });
  });

  it('by an authority that is not trusted is INDETERMINATE: it proves nothing', async () => {
    const by = makeTsa('Stranger', otherRoot);
    expect(await judge({ time: AFTER, by })).toMatchObject({ overallStatus: 'INDETERMINATE' });
  });

  it('is VALID where nobody revoked anything', async () => {
    expect(await judge({ time: AFTER, by: tsa }, [])).toMatchObject({ overallStatus: 'VALID' });
  });
});
