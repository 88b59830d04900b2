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

  const EVIL = ['Content-Type: text/plain', '', 'Pay 900 to Mallory.', ''].join('\r\n');

  /** The message with a field that readers take differently: `ours` is its boundary, and `theirs` that of another text. */
  const withField = (field: string, ours: string, theirs: string): string =>
    message()
      .replace('boundary="==b"', field)
      .replaceAll('--==b', `--${ours}`)
      .replace('A signed message.', `--${theirs}\r\n${EVIL}--${theirs}--`);

  it.each([
    ['a comment before its name', '(x)boundary=evil; boundary="==b"', '==b', 'evil'],
    ['a comment before its name in a second place', 'boundary="==b"; (x)boundary=evil', '==b', 'evil'],
    ['a comment behind it', 'boundary=evil(x)', 'evil(x)', 'evil'],
    ['a comment between', 'boundary=(x)evil', '(x)evil', 'evil'],
    ['a comma', 'boundary=ev,il', 'ev,il', 'ev'],
    ['a slash without quotation marks', 'boundary=ev/il', 'ev/il', 'ev'],
    ['an equals sign without quotation marks', 'boundary==b', '=b', 'b'],
    ['angle brackets', 'boundary="<evil>"', '<evil>', 'evil'],
    ['apostrophes', 'boundary="\'evil\'"', "'evil'", 'evil'],
    ['a backslash', 'boundary="e\\vil"', 'evil', 'e\\vil'],
    ['a backslash that other readers drop', 'boundary="e\\\\vil"', 'e\\vil', 'evil'],
    ['a blank at its end', 'boundary="evil "', 'evil ', 'evil'],
    ['a blank at its beginning', 'boundary=" evil"', ' evil', 'evil'],
    ['a tabulator in it', 'boundary="evil\tb"', 'evil\tb', 'evil'],
    ['an encoded word', 'boundary="=?utf-8?q?evil?="', '=?utf-8?q?evil?=', 'evil'],
    ['a semicolon in it', 'boundary="evil;b"', 'evil;b', 'evil'],
    ['a line break in it', 'boundary="==b\r\n c"', '==b c', '==b'],
    ['a no-break space at its end', 'boundary="evil\u00a0"', 'evil\u00a0', 'evil'],
    ['another behind a form feed', 'boundary="==b";\fboundary=evil', '==b', 'evil'],
    ['another in the value of a parameter', 'x="y; boundary=evil"; boundary="==b"', '==b', 'evil'],
    ['another behind an escaped quotation mark', 'x="\\"; boundary=evil; y=\\""; boundary="==b"', '==b', 'evil'],
    ['another in an encoded word', 'x="=?utf-8?q?=22;_boundary=3Devil?="; boundary="==b"', '==b', 'evil'],
    ['an empty parameter', ';boundary=evil; boundary="==b"', '==b', 'evil'],
  ])('whose boundary has %s is not believed', async (_what, field, ours, theirs) => {
    const { inspection, overallStatus } = await inspect(withField(field, ours, theirs));
    expect(overallStatus).not.toBe('VALID');
    expect(inspection?.isSigned).toBe(false);
  });

  const beforeAll = (text: string): string => message().replace('A signed message.', text);
  const atEnd = (text: string): string => `${message()}${text}`;
  const headed = (from: string, to: string): string => message().replace(from, to);

  it.each([
    ['a part behind a lone CR', beforeAll(`x\r--==b\r\n${EVIL}`)],
    ['a part whose lines end with lone CRs', beforeAll(`--==b\r${EVIL.replaceAll('\r\n', '\r')}`)],
    ['a part behind a zero byte', beforeAll(`x\0--==b\r\n${EVIL}`)],
    ['a part behind a form feed', beforeAll(`x\f--==b\r\n${EVIL}`)],
    ['a part behind a blank', beforeAll(` --==b\r\n${EVIL}`)],
    ['a part whose boundary goes on', beforeAll(`--==bx\r\n${EVIL}`)],
    ['a part whose boundary is followed by words', beforeAll(`--==b x\r\n${EVIL}`)],
    ['a part whose boundary ends early', beforeAll(`--==\r\n${EVIL}`)],
    ['a part in capitals', beforeAll(`--==B\r\n${EVIL}`)],
    ['a part behind the last', atEnd(`--==b\r\n${EVIL}--==b--\r\n`)],
    ['a part behind the last and a lone CR', atEnd(`x\r--==b\r\n${EVIL}--==b--\r\n`)],
    ['a part of another boundary behind the last', atEnd(`--evil\r\n${EVIL}--evil--\r\n`)],
    ['a second line end', message().replace(/--==b\r\nContent-Type: appl/, '--==b\nX: Pay 900\r\nContent-Type: appl')],
    ['a transfer encoding', headed('MIME-V', 'Content-Transfer-Encoding: quoted-printable\r\nMIME-V')],
    ['a blank in a field name', headed('Content-Type:', 'Content-Type :')],
    ['a line of white space among its fields', headed('MIME-V', 'Text: Pay 900\r\n \r\nMIME-V')],
    ['a type behind a form feed', headed('MIME-V', 'X: y\fContent-Type: text/plain\r\nMIME-V')],
    ['a comment behind its type', headed('multipart/signed;', 'multipart/signed (x);')],
    ['a no-break space behind its type', headed('multipart/signed;', 'multipart/signed\u00a0;')],
  ])('with %s is not believed', async (_what, document) => {
    const { inspection, overallStatus } = await inspect(document);
    expect(overallStatus).not.toBe('VALID');
    expect(inspection?.isSigned).toBe(false);
  });

  it('is not believed where what was signed holds lines that some readers take for its boundary', async () => {
    for (const line of ['--==bx', '\r--==b', ' --==b', '--==b x']) {
      const part = PART.replace('--other', line);
      const { inspection, overallStatus } = await inspect(message({ part, signature: signatureOf(part) }));
      expect({ line, overallStatus }).not.toMatchObject({ overallStatus: 'VALID' });
      expect(inspection?.isSigned).toBe(false);
    }
  });

  it.each([
    ['boundary="==b";', '==b'],
    ['boundary="==b" ; charset=utf-8', '==b'],
    ['x-mark="a; b"; boundary="==b"', '==b'],
    ['boundary="----4F6A2B1C9D0E"', '----4F6A2B1C9D0E'],
    ['boundary="----=_NextPart_000_0042_01DA1B2C.3D4E5F60"', '----=_NextPart_000_0042_01DA1B2C.3D4E5F60'],
    ['boundary="------------ms010203040506070809000102"', '------------ms010203040506070809000102'],
    ['boundary="Apple-Mail=_0A1B2C3D-4E5F-6071"', 'Apple-Mail=_0A1B2C3D-4E5F-6071'],
    ['boundary=Apple-Mail-1-42', 'Apple-Mail-1-42'],
    ["boundary=a'b+c_d.e-f", "a'b+c_d.e-f"],
    ['boundary="=\'()+_,-./:?"', "='()+_,-./:?"],
    ['boundary="a b"', 'a b'],
    ['type=text/plain; boundary="gc0pJq0M:08jU534c0p"', 'gc0pJq0M:08jU534c0p'],
    ['charset=us-ascii;\r\n\tboundary="==b"', '==b'],
  ])('is VALID with %s', async (field, boundary) => {
    const document = message().replace('boundary="==b"', () => field);
    expect((await inspect(document.replaceAll('--==b', () => `--${boundary}`))).overallStatus).toBe('VALID');
  });

  it.each([
    ['no words before its parts', beforeAll('')],
    ['many words before its parts', beforeAll('A message -- signed --==\r\n-----\r\n\u00e4')],
    ['the footer of a mailing list', atEnd('_____\r\n-- \r\nA list: http://a.invalid/--b\r\n')],
    ['blanks behind its boundaries', message().replaceAll('--==b', '--==b ').replace('--==b --', '--==b-- ')],
    ['a transfer encoding that is none', headed('MIME-V', 'Content-Transfer-Encoding: 8bit\r\nMIME-V')],
    ['its lines as OpenSSL writes them', message().replaceAll(/\r\n(?=--==b)|(?<=--==b(?:--)?)\r\n/g, '\n')],
    ['letters of another alphabet in its subject', headed('Payment', '\u00dcberweisung')],
    ['a type on a line of its own', headed('Content-Type: m', 'Content-Type:\r\n m')],
  ])('is VALID with %s', async (_what, document) => {
    expect((await inspect(document)).overallStatus).toBe('VALID');
  });

  it('with a signature of short lines is read as one of long ones', async () => {
    const base64 = Buffer.from(signatureOf(PART)).toString('base64');
    const document = message().replace(/(?<=base64\r\n\r\n)[^-]+/, base64.replaceAll(/./g, '$&\r\n'));
    expect((await inspect(document)).overallStatus).toBe('VALID');
    expect((await inspect(document.replace('--==b--', '!\r\n--==b--'))).overallStatus).not.toBe('VALID');
  });

  it('with a type given twice is no message', async () => {
    for (const lineEnd of ['\r\n', '\n', '\r']) {
      const twice = message().replace('Subject:', `X: y${lineEnd}Content-Type: text/plain${lineEnd}Subject:`);
      expect((await inspect(twice)).inspection).toMatchObject({ detected: 'PlainFile', isSigned: false });
    }
  });
});

describe('a PDF that hides in a signed message', () => {
  const OBJECT = '4 0 obj\r\n<</Length 3>>\r\nstream\r\nq Q\r\nendstream\r\nendobj';
  const behind = (line: string, more: string): string => message().replace(line, `${line}\r\n${more}`);

  it.each([
    ['in its head', behind('Subject: Payment', `X-Note: ${OBJECT.replaceAll('\r\n', ' ')}`)],
    ['before its parts', behind('A signed message.', OBJECT)],
    ['behind its parts', `${message()}${OBJECT}\r\n`],
    ['in the head of its signature', behind('Content-Transfer-Encoding: base64', 'X-Note: trailer<</Root 1 0 R>>')],
    ['with the place of its table alone', behind('A signed message.', 'startxref\r\n9\r\n%%EOF')],
  ])('is seen %s', async (_what, document) => {
    const { overallStatus, inspection } = await inspect(document);
    expect(overallStatus).toBe('INDETERMINATE');
    expect(inspection?.isSigned).toBe(false);
    expect(inspection?.explanation).toContain('opened as a PDF');
  });

  it('is seen as an archive behind its parts, too', async () => {
    const { overallStatus, inspection } = await inspect(`${message()}PK\u0005\u0006${'\0'.repeat(18)}`);
    expect([overallStatus, inspection?.isSigned]).toEqual(['INDETERMINATE', false]);
  });

  it('is none where a message speaks of objects', async () => {
    expect(
      (await inspect(behind('A signed message.', 'About 4 objects, 10 000 objets and a trailer.'))).overallStatus,
    ).toBe('VALID');
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
