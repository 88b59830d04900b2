import { MIMETYPE_ENTRY } from '../../../service/codecs/asic/asic-container.ts';
import { faultOfName, nameKey } from '../../../service/codecs/zip/entry-names.ts';
import { outputName } from '../output-name.ts';

/** An extension that stays at the end when a name gets a number. */
const EXTENSION = /(?<=.)\.[\u0021-\u002d\u002f-\u007e]{1,15}$/u;
// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const UNFIT = /[\u0000-\u001f\u007f-\u009f/\\]/gu;
const DRIVE = /^([A-Za-z]):/u;

/**
 * Names for data objects at the root of a container, one for each file name and in the same order: fit for every
 * reader, none like another by case or normalisation, none like `mimetype` or `META-INF`. A name that is taken gets a
 * number: `a.txt`, `A (2).txt`.
 */
export function dataObjectNames(fileNames: readonly string[]): string[] {
  const taken = new Set([nameKey(MIMETYPE_ENTRY), nameKey('META-INF')]);
  return fileNames.map((fileName) => {
    const clean = fitName(fileName);
    let name = clean;
    for (let number = 2; taken.has(nameKey(name)); number++) name = numbered(clean, number);
    taken.add(nameKey(name));
    return name;
  });
}

function fitName(fileName: string): string {
  const name = outputName(fileName.toWellFormed().replace(UNFIT, '_').replace(DRIVE, '$1_'), '');
  return faultOfName(name) === null ? name : 'document';
}

function numbered(name: string, number: number): string {
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  const suffix = ` (${number})${extension}`;
  return outputName(name.slice(0, name.length - extension.length), suffix);
}
