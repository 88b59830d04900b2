import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeTestCa } from '../../e2e/actors/ca/make-test-ca.ts';
import { signBytes, softwareSignerOf, type SoftwareSigner } from '../../e2e/actors/engines/sign-with-engine.ts';
import { buildPdf } from '../../e2e/documents/pdf/pdf-builder.ts';
import { onePage } from '../../e2e/documents/pdf/one-page.ts';
import type {
  ContainerSignature,
  Packaging,
  SignatureFormat,
} from '../../service/contract/vocabulary/signature-formats.ts';

type Kind = readonly [SignatureFormat, Packaging | null, ContainerSignature | null];

const KINDS: readonly Kind[] = [
  ['PAdES', null, null],
  ['XAdES', 'enveloped', null],
  ['XAdES', 'enveloping', null],
  ['XAdES', 'detached', null],
  ['CAdES', 'encapsulated', null],
  ['CAdES', 'detached', null],
  ['ASiC_S', null, 'CAdES'],
  ['ASiC_S', null, 'XAdES'],
  ['ASiC_E', null, 'CAdES'],
  ['ASiC_E', null, 'XAdES'],
];

describe('a value that the chosen certificate does not hold for', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wrong-value-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const right = softwareSignerOf(makeTestCa(folder), 'p-256');
  const wrong = { ...right, privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey };

  it.each(KINDS)('comes to no output: %s %s %s', async (format, packaging, containerSignature) => {
    const bytes = format === 'PAdES' ? buildPdf({ pieces: onePage() }) : Buffer.from('<order>1</order>');
    const sign = (signer: SoftwareSigner) =>
      signBytes(bytes, 'order.xml', signer, { format, packaging, request: { containerSignature } });
    expect((await sign(right)).length).toBeGreaterThan(0);
    await expect(sign(wrong)).rejects.toMatchObject({ name: 'StationError', code: 'SIGNING_OPERATION_FAILED' });
  });
});
