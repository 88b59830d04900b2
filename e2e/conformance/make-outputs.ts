import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ProblemDetails } from '../../service/contract/http/problem-details.ts';
import { SignatureCreated } from '../../service/contract/http/signatures.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import type { ConformanceCase, InputFile } from './conformance-case.ts';
import type { SignedFile } from './judges/judge.ts';
import { mapAtMost } from './judges/run-program.ts';
import type { ConformanceKey } from './test-keys.ts';

/** Signs what is made with one key only; it is on the token. */
export const ONE_KEY = 'P-256';

/** Its certificate is revoked for the controls, when everything else has been judged. */
export const REVOKED_KEY = 'P-384';

/** A cell of the matrix: the signed file, or why there is none. */
export interface Output {
  readonly kind: ConformanceCase;
  readonly key: ConformanceKey;
  readonly name: string;
  readonly file: SignedFile | undefined;
  readonly failure: string;
}

/** The keys after this one that sign beside it. The one that is revoked signs by itself only: others stay what they were. */
function cosigners(keys: readonly ConformanceKey[], index: number): readonly ConformanceKey[] {
  return [...keys.slice(index + 1), ...keys.slice(0, index)].filter(({ name }) => name !== REVOKED_KEY);
}

/** Signs every case with every key over REST and writes the outputs, each to a folder of its own beside its inputs. */
export function makeOutputs(
  cases: readonly ConformanceCase[],
  keys: readonly ConformanceKey[],
  folder: string,
): Promise<Output[]> {
  const cells = cases.flatMap((kind) =>
    keys.flatMap((key, index) => (kind.keys === 'all' || key.name === ONE_KEY ? [{ kind, key, index }] : [])),
  );
  return mapAtMost(4, cells, async ({ kind, key, index }) => {
    const name = [kind.format, kind.packaging, kind.variant, key.name].filter(Boolean).join(' ');
    const place = path.join(folder, 'outputs', name.replaceAll(/[^\w.-]+/g, '-'));
    try {
      const [before = key, after = key] = cosigners(keys, index);
      const files = kind.isSecondSignature === true ? await signedBefore(kind, before) : kind.files;
      const signed = await signOnce(kind, files, key);
      const last = kind.laterFields === undefined ? key : after;
      const { requestId, bytes, fileName } = await signedAfter(kind, signed, after);
      const paths = await writeFiles(place, [...kind.files, { name: `signed-${fileName}`, bytes }]);
      const isDetached = kind.packaging === 'detached';
      const file: SignedFile = {
        id: name,
        format: kind.format,
        path: paths.at(-1) ?? '',
        containerSignature: isXades(kind) ? 'XAdES' : 'CAdES',
        signedNames: kind.format.startsWith('ASiC') ? kind.files.map((input) => input.name) : [],
        originals: isDetached ? paths.slice(0, -1) : [],
        keys: [
          ...(kind.isSecondSignature === true ? [before.name] : []),
          ...(last === key ? [key.name] : [key.name, last.name]),
        ],
        api: apiOf(last),
        requestId,
      };
      return { kind, key, name, file, failure: '' };
    } catch (error) {
      return { kind, key, name, file: undefined, failure: error instanceof Error ? error.message : String(error) };
    }
  });
}

/** Of a container: what is added to one is of the kind that it has. */
function isXades({ fields, earlierFields }: ConformanceCase): boolean {
  return (earlierFields ?? fields)['containerSignature'] === 'XAdES';
}

async function signedBefore(kind: ConformanceCase, key: ConformanceKey): Promise<readonly InputFile[]> {
  const { bytes } = await signOnce({ ...kind, fields: kind.earlierFields ?? kind.fields }, kind.files, key);
  return signedAgain(kind, bytes);
}

/** A signed file as it is given to whoever signs next, with what it is over where that lies beside it. */
function signedAgain({ files, packaging }: ConformanceCase, bytes: Uint8Array): readonly InputFile[] {
  const name = packaging === 'detached' ? 'signed.xml' : (files[0]?.name ?? 'document');
  return [{ name, bytes }, ...(packaging === 'detached' ? files : [])];
}

async function signedAfter(kind: ConformanceCase, signed: SignedBytes, key: ConformanceKey): Promise<SignedBytes> {
  if (kind.laterFields === undefined) return signed;
  return signOnce({ ...kind, fields: kind.laterFields }, signedAgain(kind, signed.bytes), key);
}

interface SignedBytes {
  readonly requestId: string;
  readonly bytes: Uint8Array;
  readonly fileName: string;
}

async function signOnce(kind: ConformanceCase, files: readonly InputFile[], key: ConformanceKey): Promise<SignedBytes> {
  const client = createStationClient(key.station.url);
  const form = new FormData();
  // What is added to a file is packaged as the file has it.
  const hasPackaging = kind.packaging !== undefined && kind.fields['operation'] === undefined;
  const fields = { ...kind.fields, ...(hasPackaging && { packaging: kind.packaging }) };
  form.set('format', kind.format);
  form.set('profile', 'B');
  form.set('signingProvider', key.provider);
  form.set('certificateThumbprint', key.thumbprint);
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const file of files) form.append('file', new Blob([new Uint8Array(file.bytes)]), file.name);
  if (kind.image !== undefined) {
    form.set('signatureImage', new Blob([new Uint8Array(kind.image.bytes)]), kind.image.name);
  }
  const answer = await fetch(`${apiOf(key)}/signatures`, { method: 'POST', body: form });
  const text = await answer.text();
  if (answer.status !== 202) {
    const { errorCode, detail } = ProblemDetails.parse(JSON.parse(text));
    throw new Error(`HTTP ${answer.status} ${errorCode}: ${detail}`);
  }
  const { id } = SignatureCreated.parse(JSON.parse(text));
  const view = await client.finished(id);
  if (view.status !== 'Completed')
    throw new Error(`${view.status}: ${view.errorCode ?? ''} ${view.errorMessage ?? ''}`);
  const content = await fetch(`${apiOf(key)}/signatures/${id}/content`);
  const bytes = new Uint8Array(await content.arrayBuffer());
  if (content.status !== 200) throw new Error(`The content answers HTTP ${content.status}.`);
  const disposition = content.headers.get('Content-Disposition') ?? '';
  return { requestId: id, bytes, fileName: /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'output' };
}

function apiOf({ station }: ConformanceKey): string {
  return `${station.url}/api/v1`;
}

async function writeFiles(place: string, files: readonly InputFile[]): Promise<string[]> {
  await mkdir(place, { recursive: true });
  return Promise.all(
    files.map(async ({ name, bytes }) => {
      const target = path.join(place, path.basename(name));
      await writeFile(target, bytes);
      return target;
    }),
  );
}
