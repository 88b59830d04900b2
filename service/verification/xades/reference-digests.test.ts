import { expect, it } from 'vitest';
import type { ByteSource } from '../../codecs/byte-source.ts';
import type { XmlElement, XmlTree } from '../../codecs/xmldsig/xml-document.ts';
import { givenOriginals } from './external-content.ts';
import { ReferenceDigests } from './reference-digests.ts';
import type { XmlWork } from './xml-work.ts';

/** More than a number of 32 bits says, and than one read of a file may take. */
const SIZE = 2 ** 31;

/** A file of that size whose bytes nobody has to make; whole it cannot be read. */
const original: ByteSource = {
  size: SIZE,
  read: () => {
    throw new RangeError('So much is not read in one go.');
  },
  readInto: (_offset, target) => target.length,
};

const noReferences = { elementsNamed: () => [][Symbol.iterator]() };

it('hands a file outside to a timestamp piece by piece, however large it is', () => {
  let charged = 0;
  const work = { bytes: (count: number) => void (charged += count) } as Partial<XmlWork> as XmlWork;
  const digests = new ReferenceDigests(noReferences as Partial<XmlTree> as XmlTree, givenOriginals([original]), work);
  let [size, largest] = [0, 0];
  const plan = { steps: [], isDecoded: false, isOfParts: false };
  const around = { how: { method: 'exclusive' } as never, signature: {} as Partial<XmlElement> as XmlElement };
  const isThere = digests.write(
    { kind: 'external' },
    { uri: 'input.bin', digestValue: new Uint8Array() },
    plan,
    around,
    ({ length }) => {
      size += length;
      largest = Math.max(largest, length);
    },
  );
  expect({ isThere, size, charged }).toEqual({ isThere: true, size: SIZE, charged: SIZE });
  expect(largest).toBeLessThan(1024 * 1024);
});
