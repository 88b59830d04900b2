import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeTestCa } from '../../e2e/actors/ca/make-test-ca.ts';
import { signBytes, softwareSignerOf } from '../../e2e/actors/engines/sign-with-engine.ts';
import type { SignatureFormat, SignatureOperation } from '../../service/contract/vocabulary/signature-formats.ts';
import { contractPdf } from '../../service/verification/pades/contract-pdf.suite.ts';
import * as cms from '../../service/verification/cades/cms-forgery.suite.ts';
import { authority, issue } from '../../service/verification/certificate-path/issued-certificates.suite.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'within-work-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const signer = softwareSignerOf(makeTestCa(folder), 'p-256');

const told = {
  code: 'SIGNING_OPERATION_FAILED',
  kind: 'permanent',
  area: 'document',
  sentence: expect.objectContaining({ code: 'DOCUMENT_TAKES_TOO_MUCH_WORK' }) as unknown,
};

function signing(bytes: Uint8Array, format: SignatureFormat, operation: SignatureOperation): Promise<Uint8Array> {
  return signBytes(bytes, 'a.bin', signer, { format, request: { operation } });
}

/** Objects that are reached from every page, of which two bytes each make one. */
function manyStrings(): Uint8Array {
  const numbers = Array.from({ length: 120 }, (_, index) => 10 + index);
  const strings = `[${'()'.repeat(60_000)}]`;
  const annotations = numbers.map(
    (number) => `<</Subtype /Text /Rect [0 0 1 1] /X ${String(number)} 0 R /AP <</X ${String(number)} 0 R>> >>`,
  );
  return contractPdf({
    3: `<</Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R /Resources <<>> /Annots [${annotations.join(' ')}]>>`,
    ...Object.fromEntries(numbers.map((number) => [number, strings])),
  });
}

/** Whose certificates are of one name, so that each is looked at as issuer of each. */
function manySigners(): Uint8Array {
  const { ec } = cms.signers;
  const same = authority('Same', null);
  const keys = { privateKey: ec.privateKey, publicKey: same.publicKey };
  const certificates = Array.from({ length: 60 }, (_, index) => issue(`S ${String(index)}`, same, { keys }).der);
  const crowd = Array.from({ length: 140 }, () => authority('Same', null, null, { keys: same }).der);
  const infos = certificates.map((certificate) => {
    const signedAttributes = cms.attributesOf({ ...ec, certificate });
    const one = cms.forge({ ...ec, certificate }, { signedAttributes });
    return cms.childrenOf(cms.fieldsOf(one).at(-1) ?? new Uint8Array())[0] ?? new Uint8Array();
  });
  return cms.forge(ec, { certificates: [...certificates, ...crowd], signerInfos: () => infos });
}

describe('a document that takes more work than one may cost', () => {
  it('is refused as such, for good, when it is a PDF of millions of objects', async () => {
    await expect(signing(manyStrings(), 'PAdES', 'sign')).rejects.toMatchObject(told);
  });

  it('is refused as such when it is a signature of many signers whose issuers all have one name', async () => {
    await expect(signing(manySigners(), 'CAdES', 'cosign')).rejects.toMatchObject(told);
  });
});
