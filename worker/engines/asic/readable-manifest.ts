import { readManifest } from '../../../service/codecs/asic/manifest.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import type { DataObject } from './data-object.ts';

/** What the verifier will read in the manifest is what was meant, before the device is asked to sign it. */
export function requireReadable(
  manifest: Uint8Array,
  signatureName: string,
  dataObjects: readonly Pick<DataObject, 'name' | 'hash' | 'digestValue'>[],
): void {
  const { signature, dataObjects: references } = readManifest(manifest);
  const isSame =
    signature === signatureName &&
    references.length === dataObjects.length &&
    dataObjects.every(({ name, hash, digestValue }, index) => {
      const reference = references[index];
      if (reference?.name !== name || reference.hash !== hash) return false;
      return Buffer.compare(reference.digestValue, digestValue) === 0;
    });
  if (!isSame) throw new StationError('SIGNING_OPERATION_FAILED', 'The manifest does not say what it should.');
}
