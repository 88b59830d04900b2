import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SignedFile } from './judges/judge.ts';
import type { Output } from './make-outputs.ts';
import type { Control } from './negative-control.ts';

const WRONG_VALUE = {
  station: /INVALID .*SIG_/,
  DSS: /TOTAL_FAILED\/SIG_CRYPTO_FAILURE/,
  pyHanko: /^INVALID/,
};

/**
 * One signature of every key with its value changed: shows that DSS and pyHanko compute with each kind of key, also
 * with those that other judges, or the policy of DSS, do not take.
 */
export async function changedValues(outputs: readonly Output[], folder: string): Promise<Control[]> {
  const place = path.join(folder, 'changed-values');
  await mkdir(place, { recursive: true });
  const detached = outputs.filter(({ kind }) => kind.packaging === 'detached' && kind.keys === 'all');
  const controls = await Promise.all(
    detached.map(async ({ file }): Promise<Control[]> => {
      if (file === undefined) return [];
      const target = path.join(place, `${file.id.replaceAll(/[^\w-]+/g, '-')}.signature`);
      await writeFile(target, withChangedValue(file, await readFile(file.path)));
      const changed = { ...file, path: target, requestId: undefined };
      return [{ what: `${file.id}, changed value`, file: changed, expected: WRONG_VALUE }];
    }),
  );
  return controls.flat();
}

/** The value stands last in a SignerInfo without unsigned attributes; in XML it has an element. */
function withChangedValue({ format }: SignedFile, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  if (format === 'CAdES') {
    copy.writeUInt8(copy.readUInt8(copy.length - 1) ^ 1, copy.length - 1);
    return copy;
  }
  const start = /<[^<]*SignatureValue[^>]*>/.exec(bytes.toString('latin1'));
  if (start === null) throw new Error('There is no SignatureValue.');
  // Not the first character, which may make an RSA value too large to be one.
  const at = start.index + start[0].length + 20;
  copy.write(copy.toString('latin1', at, at + 1) === 'A' ? 'B' : 'A', at);
  return copy;
}
