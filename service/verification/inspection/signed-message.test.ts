import { describe, expect, it } from 'vitest';
import * as cms from '../cades/cms-forgery.suite.ts';
import { verifyDocument } from '../verify-document.ts';
import type { VerificationOutcome } from '../verification.ts';

const LINES = ['Content-Type: text/plain; charset=utf-8', '', 'Pay 100 to Alice.', '', '--other', 'Regards'];
const PART = LINES.join('\r\n');

function signatureOf(content: string): Uint8Array {
  const messageDigest = cms.digest('SHA-256', Buffer.from(content));
  const signedAttributes = cms.attributesOf(cms.signers.ec, { messageDigest });
  return cms.forge(cms.signers.ec, { eContent: null, signedAttributes });
}

interface Parts {
  readonly part?: string;
  readonly signature?: Uint8Array;
  readonly protocol?: string;
  readonly type?: string;
  readonly more?: string;
}

/** A message with a signature beside its part, right unless told otherwise. */
function message(parts: Parts = {}): string {
  const { part = PART, signature = signatureOf(PART), protocol = 'application/pkcs7-signature', more = '' } = parts;
  const { type = protocol } = parts;
  const base64 = Buffer.from(signature).toString('base64').replaceAll(/.{64}/g, '$&\r\n');
  return [
    ...['From: a@example.invalid', 'Subject: Payment', 'MIME-Version: 1.0'],
    `Content-Type: multipart/signed; protocol="${protocol}";\r\n micalg=sha-256; boundary="==b"`,
    ...['', 'A signed message.', '', '--==b', part],
    ...['--==b', `Content-Type: ${type}; name=smime.p7s`, 'Content-Transfer-Encoding: base64', '', base64],
    ...[`${more}--==b--`, ''],
  ].join('\r\n');
}

function inspect(document: string): Promise<VerificationOutcome> {
  const bytes = new Uint8Array(Buffer.from(document));
  return verifyDocument({
    ...{ format: 'CAdES', document: { kind: 'bytes', bytes }, original: null, originals: [] },
    ...{ trust: cms.trust, revocationMode: 'Offline', at: cms.NOW },
  });
}

describe('a signed message', () => {
  const lineFeeds = (text: string): string => text.replaceAll('\r\n', '\n');

  it.each([
    ['as it was sent', message()],
    ['kept in a file with other line ends', lineFeeds(message())],
    ['signed with the line ends of a file', message({ signature: signatureOf(lineFeeds(PART)) })],
    ['signed and kept with those', lineFeeds(message({ signature: signatureOf(lineFeeds(PART)) }))],
    ['of an older program', message({ protocol: 'application/x-pkcs7-signature' })],
  ])('%s is VALID, and what is not signed of it is said', async (_what, document) => {
    const { overallStatus, inspection } = await inspect(document);
    expect(overallStatus).toBe('VALID');
    expect(inspection).toMatchObject({ detected: 'CMS', isSigned: true });
    expect(inspection?.explanation).toContain('subject, sender, recipients and date are not signed');
  });

  it.each([
    ['another sum', message({ part: PART.replace('100', '900') })],
    ['another header of its part', message({ part: PART.replace('utf-8', 'utf-7') })],
    ['a line more', message({ part: `${PART}\r\n` })],
    ['a line break taken out', message({ part: PART.replace('\r\n\r\n--other', '\r\n--other') })],
  ])('with %s is INVALID', async (_what, document) => {
    const { overallStatus, reasonCodes } = await inspect(document);
    expect({ overallStatus, reasonCodes }).toMatchObject({ overallStatus: 'INVALID' });
    expect(reasonCodes).toContain('SIG_DIGEST_MISMATCH');
  });

  it.each([
    ['a third part', message({ more: '--==b\r\n\r\nPay 900\r\n' }), 'not built as its standard demands'],
    ['a signature of another kind', message({ type: 'text/plain' }), 'not built as its standard demands'],
    ['no last boundary', message().replace('--==b--', ''), 'not built as its standard demands'],
    ['OpenPGP', message({ protocol: 'application/pgp-signature' }), 'OpenPGP'],
    ['no signature', 'MIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\nHello', 'without a signature'],
  ])('with %s is named, and nothing in it is believed', async (_what, document, words) => {
    const { inspection } = await inspect(document);
    expect(inspection).toMatchObject({ detected: 'PlainFile', isSigned: false });
    expect(inspection?.explanation).toContain(words);
  });

  /** The message as it was signed, and for readers that take another boundary, another text before it. */
  const inTwoWays = (boundary: string): string =>
    message()
      .replace('boundary="==b"', boundary)
      .replace('A signed message.', '--evil\r\nContent-Type: text/plain\r\n\r\nPay 900 to Mallory.\r\n--evil--');

  it.each([
    ['after it', 'boundary="==b"; boundary="evil"'],
    ['before it', 'boundary="evil"; boundary="==b"'],
    ['in capitals', 'boundary="==b"; BOUNDARY=evil'],
    ['in pieces (RFC 2231)', 'boundary="==b"; boundary*0=ev; boundary*1=il'],
    ['in another character set', 'boundary="==b"; boundary*=utf-8\'\'evil'],
    ['after what is no parameter', 'boundary="==b"; x y; boundary=evil'],
    ['in a comment', 'boundary="==b" (x); boundary=evil'],
    ['after an open quotation', 'boundary="==b"; x="y; boundary=evil'],
    ['on another line', 'boundary="==b";\r\n\tboundary=evil'],
  ])('with another boundary %s is not believed', async (_what, boundary) => {
    const { inspection, overallStatus } = await inspect(inTwoWays(boundary));
    expect(overallStatus).not.toBe('VALID');
    expect(inspection?.isSigned).toBe(false);
  });

  it.each(['boundary="==b";', 'boundary="==b" ; charset=utf-8', 'x-mark="a; b"; boundary="==b"'])(
    'is VALID with %s',
    async (boundary) => {
      expect((await inspect(message().replace('boundary="==b"', boundary))).overallStatus).toBe('VALID');
    },
  );

  it('with a type given twice is no message', async () => {
    for (const lineEnd of ['\r\n', '\n', '\r']) {
      const twice = message().replace('Subject:', `X: y${lineEnd}Content-Type: text/plain${lineEnd}Subject:`);
      expect((await inspect(twice)).inspection).toMatchObject({ detected: 'PlainFile', isSigned: false });
    }
  });
});

describe('CMS that is no signature', () => {
  it('is named', async () => {
    const enveloped = Buffer.from('300f06092a864886f70d010703a0023000', 'hex').toString('latin1');
    const bytes = new Uint8Array(Buffer.from(enveloped, 'latin1'));
    const { inspection } = await verifyDocument({
      ...{ format: 'CAdES', document: { kind: 'bytes', bytes }, original: null, originals: [] },
      ...{ trust: cms.trust, revocationMode: 'Offline', at: cms.NOW },
    });
    expect(inspection?.explanation).toContain('EnvelopedData');
  });
});
