import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VerificationOutcome } from '../../service/verification/verification.ts';
import { verifyDocument } from '../../service/verification/verify-document.ts';
import { createEngines } from './engines.ts';
import type { ExtendedFile } from './extender.ts';
import * as kit from './lasting-files.suite.ts';

/*
 * A raised file is verified once, and what is said of it answers two questions: whether it has reached its level, and
 * whether any signature is worse off than it was in the file before.
 */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'nothing-worse-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => path.join(folder, name);
const making = { level: 'T', stamped: '2026-06-01' } as const;
const refused = { name: 'StationError', code: 'SIGNING_OPERATION_FAILED' };

/** Raises what lies in the folder as `signed`. */
function raise({ format, packaging }: kit.FileKind): Promise<ExtendedFile> {
  const content = packaging === 'detached' ? { path: at('content'), size: 1, originalFileName: 'order.xml' } : null;
  const places = { inputPath: at('signed'), outputPath: at('raised'), content, before: null };
  const services = kit.servicesOf(making, []);
  return createEngines()[format].extend({ ...places, level: 'T', hash: 'SHA-256', at: kit.SIGNED, services });
}

function verdictOn({ format, packaging }: kit.FileKind): Promise<VerificationOutcome> {
  return verifyDocument({
    ...{ format, document: { kind: 'file', path: at('raised') }, revocationMode: 'Offline', at: kit.NOW },
    original: packaging === 'detached' ? { kind: 'file', path: at('content') } : null,
    trust: { trustAnchors: kit.ANCHORS, intermediates: [], crls: [], ocspResponses: [] },
  });
}

async function sign(kind: kit.FileKind): Promise<Uint8Array> {
  const { bytes } = await kit.makeFile(kind, { level: 'B' });
  writeFileSync(at('content'), kit.contentOf(kind));
  writeFileSync(at('signed'), bytes);
  return bytes;
}

const nameOf = ({ format, packaging, containerSignature }: kit.FileKind): string =>
  [format, packaging ?? containerSignature].join(' ');
// Nothing that is added to CMS lies within what a signer or an older timestamp is over.
const COMPARED = kit.FILE_KINDS.filter(({ format }) => format !== 'CAdES');

it('nothing of CAdES is compared', async () => {
  const kind = kit.FILE_KINDS.find(({ format }) => format === 'CAdES');
  if (kind === undefined) throw new Error('There is no such kind.');
  await sign(kind);
  const { requireNothingWorse } = await raise(kind);
  await requireNothingWorse(await verdictOn(kind));
});

describe.each(COMPARED.map((kind) => [nameOf(kind), kind] as const))('a signature of %s', (_, kind) => {
  it('that holds is no worse off, and the file before is not verified again', async () => {
    const signed = await sign(kind);
    const { requireNothingWorse } = await raise(kind);
    const after = await verdictOn(kind);
    expect(after.signatures.map(({ signature }) => signature.cryptoValid)).toEqual([true]);
    // One whose value is wrong would be told from what holds now.
    writeFileSync(at('signed'), await kit.withWrongValue({ bytes: Buffer.from(signed) }));
    await requireNothingWorse(after);
  });

  it('that held is refused when it does not any more', async () => {
    await sign(kind);
    const { requireNothingWorse } = await raise(kind);
    writeFileSync(at('raised'), await kit.withWrongValue({ bytes: readFileSync(at('raised')) }));
    await expect(verdictOn(kind).then(requireNothingWorse)).rejects.toMatchObject(refused);
  });

  it('that is gone is refused', async () => {
    await sign(kind);
    const { requireNothingWorse } = await raise(kind);
    const after = await verdictOn(kind);
    writeFileSync(at('raised'), kit.contentOf(kind));
    await expect(requireNothingWorse({ ...after, signatures: [] })).rejects.toMatchObject(refused);
  });

  it('that did not hold before may stay as it is', async () => {
    const signed = await sign(kind);
    writeFileSync(at('signed'), await kit.withWrongValue({ bytes: Buffer.from(signed) }));
    const { requireNothingWorse } = await raise(kind);
    await requireNothingWorse(await verdictOn(kind));
  });
});
