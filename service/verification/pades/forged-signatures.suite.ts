import { createHash } from 'node:crypto';
import { dictionaryOf, PdfName, PdfReference, PdfString } from '../../codecs/pdf/pdf-objects.ts';
import { contractPdf, EVIL, gapOf, type Attacks } from './contract-pdf.suite.ts';
import { appendRaw, overwrite } from './raw-update.suite.ts';
import {
  cmsOf,
  fillSignature,
  latin1,
  ref,
  replaceObject,
  SIGNATURE_HOLE,
  signPdf,
  type Ranges,
  updatePdf,
  type TestSigner,
} from './signed-pdf.suite.ts';

/** Universal signature forgery: what a verifier needs is missing or empty. */
export function universalForgeries(signer: TestSigner): Attacks {
  const signed = signPdf(contractPdf(), signer);
  const forged = overwrite(signed, 'Pay 10 EUR', 'Pay 99 EUR');
  const { start, end } = gapOf(signed);
  const contents = signed.toString('latin1', start, end);
  const range = /\[0 +\d+ +\d+ +\d+\] */;
  return {
    'ByteRange missing': () => overwrite(forged, '/ByteRange', '/NoRange'),
    'ByteRange null': () => overwrite(forged, range, 'null'),
    'ByteRange empty': () => overwrite(forged, range, '[]'),
    'ByteRange of zeros': () => overwrite(forged, range, '[0 0 0 0]'),
    'ByteRange negative': () => overwrite(forged, range, '[0 -1 -1 -1]'),
    'Contents missing': () => overwrite(forged, '/Contents <3', '/Xontents <3'),
    'Contents null': () => overwrite(forged, contents, 'null'),
    'Contents empty': () => overwrite(forged, contents, '<>'),
    'Contents zero': () => overwrite(forged, contents, `<${'0'.repeat(contents.length - 2)}>`),
    'Contents one zero byte': () => overwrite(forged, contents, '<00>'),
    'Contents literal': () => overwrite(forged, contents, '()'),
    'Contents number': () => overwrite(forged, contents, '0'),
    'no signature value at all': () => replaceObject(forged, 9, '<</Type /Sig>>'),
  };
}

/** Signature wrapping: the second signed part moved away, or the gap wider than the contents. */
export function wrappingAttacks(signer: TestSigner): Attacks {
  const signed = signPdf(contractPdf(), signer);
  const { start, end } = gapOf(signed);
  const tail = signed.subarray(end);
  const wrap = (second: string): Buffer => {
    const cms = signed.toString('latin1', start + 1, end - 1);
    const used = cms.replace(/0+$/, '');
    const moved = signed.length + EVIL.length + 20;
    const inGap = `<${used}${used.length % 2 === 0 ? '' : '0'}> ${second.replace('MOVED', String(moved))} /X <`;
    const gap = `${inGap.padEnd(end - start - 1, '0')}>`;
    const first = Buffer.concat([signed.subarray(0, start), latin1(gap), tail]);
    const evilObject = latin1(`4 0 obj\n${EVIL}\nendobj\n`.padEnd(moved - first.length));
    const offset = String(first.length).padStart(10, '0');
    const redirected = overwrite(first, /0000\d{6} 00000 n/, `${offset} 00000 n`, end);
    return Buffer.concat([redirected, evilObject, tail]);
  };
  const widened = (extra: number) => () =>
    signPdf(contractPdf(), signer, {
      ranges: ({ start, end, size }) => [0, start, end + extra, size - end - extra],
    });
  return {
    'second part moved, ByteRange repeated in the gap': () => wrap(`/ByteRange [0 ${start} MOVED ${tail.length}]`),
    'second part moved, ByteRange as signed': () => wrap('/Y 1'),
    'gap one byte too wide': widened(1),
    'gap far too wide': widened(100),
    'gap one byte too narrow': widened(-1),
  };
}

/** Dictionaries and byte ranges that say something else than what was signed. */
export function dictionaryAttacks(signer: TestSigner): Attacks {
  const pdf = contractPdf();
  const signed = signPdf(pdf, signer, { entries: '/Reason (ok)' });
  const text = signed.toString('latin1');
  const number = Number(/(\d+) 0 obj\n<<\/Type \/Sig/.exec(text)?.[1]);
  const body = text.slice(text.indexOf('<</Type /Sig'), text.indexOf('endobj', text.indexOf('<</Type /Sig')));
  const range = /\[0 +\d+ +\d+ +\d+\] */;
  const covering = (ranges: Ranges) => () => signPdf(pdf, signer, { ranges });
  const [, start = '', end = '', length = ''] = /\[0 +(\d+) +(\d+) +(\d+)\]/.exec(text) ?? [];
  return {
    'reason replaced': () => replaceObject(signed, number, body.replace('(ok)', '(no)')),
    'same dictionary written again': () => replaceObject(signed, number, body),
    'field renamed': () =>
      updatePdf(signed, (update) =>
        update.replaceBody(new PdfReference(number + 1, 0), latin1('<</FT /Sig /T (other)>>')),
      ),
    'signature value exchanged': () =>
      updatePdf(signed, (update) => {
        const other = update.add(
          dictionaryOf({ Type: new PdfName('Sig'), Contents: new PdfString(new Uint8Array(9)) }),
        );
        update.replaceBody(new PdfReference(number + 1, 0), latin1(`<</FT /Sig /T (Signature1) /V ${ref(other)}>>`));
      }),
    'two numbers': () => overwrite(signed, range, `[0 ${start}]`),
    'six numbers': () => overwrite(signed, range, `[0 ${start} ${end} 1 9 9]`),
    'first number not zero': () => overwrite(signed, range, `[1 ${start} ${end} ${length}]`),
    'real numbers': () => overwrite(signed, range, `[0. ${start} ${end} ${length}]`),
    'indirect number': () => overwrite(signed, range, `[0 ${start} ${end} 4 0 R]`),
    'signs before numbers': () => overwrite(signed, range, `[0 +${start} ${end} ${length}]`),
    'comment in the range': () => overwrite(signed, range, `[0 ${start} ${end}%\n${length}]`),
    'not reaching the end': () => overwrite(signed, range, `[0 ${start} ${end} ${Number(length) - 30}]`),
    'beyond the end of the file': () => overwrite(signed, range, `[0 ${start} ${end} ${Number(length) + 1}]`),
    'far beyond the end of the file': () => overwrite(signed, range, `[0 ${start} ${end} 99999999]`),
    'key repeated': () => signPdf(pdf, signer, { entries: '/ByteRange [0 1 2 3]' }),
    'reason repeated': () => signPdf(pdf, signer, { entries: '/Reason (a) /Reason (b)' }),
    'not reaching the end, properly signed': covering(({ start, end, size }) => [0, start, end, size - end - 30]),
    'the part before only, properly signed': covering(({ start, end }) => [0, start, end, 0]),
    'not from the beginning, properly signed': covering(({ start, end, size }) => [1, start - 1, end, size - end]),
    'three parts, properly signed': covering(({ start, end, size }) => [0, start, end, 9, end + 9, size - end - 9]),
    'two empty parts more, properly signed': covering(({ start, end, size }) => [0, start, end, size - end, 0, 0]),
    'contents of an earlier part, properly signed': () => earlyContents(signer),
    'one part, properly signed': covering(({ start }) => [0, start]),
    'parts exchanged, properly signed': covering(({ start, end, size }) => [end, size - end, 0, start]),
    'an update signed later for the part before it': () => lateSignature(signer),
    'two fields, one signature': () => twoFields(signer),
    'two signatures in one part': () => twoAtOnce(signer),
    'old kind of signature': () => signPdf(pdf, signer, { kind: '/Type /Sig /SubFilter /adbe.pkcs7.sha1' }),
    'older kind of signature': () => signPdf(pdf, signer, { kind: '/Type /Sig /SubFilter /adbe.x509.rsa_sha1' }),
    'no kind of signature': () => signPdf(pdf, signer, { kind: '/Type /Sig' }),
  };
}

/** The signature stands in an update but covers what was before, contents of the page included. */
function lateSignature(signer: TestSigner): Buffer {
  const size = contractPdf().length;
  return signPdf(contractPdf(), signer, {
    also: (update) => update.replaceBody(new PdfReference(4, 0), latin1(EVIL)),
    ranges: () => [0, size - 6, size - 6, 6],
  });
}

/** The dictionary with its hole stands in one revision, the signature covers the next one too. */
function earlyContents(signer: TestSigner): Buffer {
  const draft = signPdf(contractPdf(), signer, { contents: () => new Uint8Array(0) });
  const emptied = overwrite(draft, /\[0 +\d+ +\d+ +\d+\] */, '');
  const range = draft.indexOf('/ByteRange ') + '/ByteRange '.length;
  const hole = '[0 0000000000 0000000000 0000000000 0 0000000000]';
  emptied.write(hole, range, 'latin1');
  return fillSignature(appendRaw(emptied, {}), 0, cmsOf(signer));
}

function twoFields(signer: TestSigner): Buffer {
  return signPdf(contractPdf(), signer, {
    also: (update) => {
      const signature = new PdfReference(update.document.endNumber, 0);
      const other = update.add(
        dictionaryOf({ FT: new PdfName('Sig'), T: new PdfString(latin1('twin')), V: signature }),
      );
      update.revise(
        new PdfReference(6, 0),
        dictionaryOf({
          Fields: [new PdfReference(7, 0), new PdfReference(signature.number + 1, 0), other],
          SigFlags: 3,
        }),
      );
    },
  });
}

function twoAtOnce(signer: TestSigner): Buffer {
  const inner = `/Type /Sig /SubFilter /ETSI.CAdES.detached /M (D:20260101000000Z) /Filter /Adobe.PPKLite`;
  const pdf = signPdf(contractPdf(), signer, {
    also: (update) => {
      const twin = update.reserve();
      update.replaceBody(twin, latin1(`<<${inner} ${SIGNATURE_HOLE}>>`));
      const field = update.add(dictionaryOf({ FT: new PdfName('Sig'), T: new PdfString(latin1('twin')), V: twin }));
      const own = new PdfReference(update.document.endNumber + 1, 0);
      update.revise(
        new PdfReference(6, 0),
        dictionaryOf({ Fields: [new PdfReference(7, 0), own, field], SigFlags: 3 }),
      );
    },
  });
  return fillSignature(pdf, 0, cmsOf(signer));
}

/** The bytes inside /Contents exchanged or extended. */
export function contentsAttacks(signer: TestSigner): Attacks {
  const pdf = contractPdf();
  const sign = (contents: (digest: Uint8Array) => Uint8Array) => () => signPdf(pdf, signer, { contents });
  const other = cmsOf(signer)(createHash('sha256').update('another document').digest());
  return {
    'signature of another document': sign(() => other),
    'bytes after the signature': sign((digest) => Buffer.concat([cmsOf(signer)(digest), Buffer.from([0, 0, 1])])),
    'signature twice': sign((digest) => Buffer.concat([cmsOf(signer)(digest), cmsOf(signer)(digest)])),
    'signature cut off': sign((digest) => cmsOf(signer)(digest).subarray(0, 300)),
    'random bytes': sign((digest) => Buffer.concat([digest, digest, digest])),
    'a bare sequence': sign(() => Buffer.from('3000', 'hex')),
    'endless length': sign(() => Buffer.from('30848fffffff', 'hex')),
    'deep nesting': sign(() => Buffer.alloc(5000, Buffer.from('3080', 'hex'))),
  };
}
