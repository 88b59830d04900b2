import { expect, it } from 'vitest';
import { bytesSource, type ByteSource } from '../../codecs/byte-source.ts';
import * as cms from '../cades/cms-forgery.suite.ts';
import { createContentsJudge } from './contents-judge.ts';
import { contractPdf } from './contract-pdf.suite.ts';
import { signPdf } from './signed-pdf.suite.ts';
import { verifyPades } from './verify-pades.ts';

const { ec } = cms.signers;
const maker = { certificate: ec.certificate, chain: [], key: ec.privateKey };

/** The document after so many signatures. */
function signedBy(count: number): Buffer {
  return Array.from({ length: count }).reduce<Buffer>((pdf) => signPdf(pdf, maker), contractPdf());
}

/** How often the file is asked for a piece of itself while all its signatures are judged. */
function readsFor(pdf: Buffer): number {
  let reads = 0;
  const bytes = bytesSource(pdf);
  const source: ByteSource = {
    size: bytes.size,
    read: (offset, length) => {
      reads++;
      return bytes.read(offset, length);
    },
  };
  const context = { trust: cms.trust, at: cms.NOW, revocationMode: 'Offline' } as const;
  expect(verifyPades(source, createContentsJudge(context), cms.NOW).overallStatus).toBe('VALID');
  return reads;
}

it('a document is read as often as it has signatures, not as often as each of them has others before it', () => {
  const [few, many] = [readsFor(signedBy(15)), readsFor(signedBy(45))];
  expect(many).toBeLessThan(4 * few);
});
