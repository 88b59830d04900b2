import { MAX_SIGNATURE_FILE_BYTES } from '../../../service/codecs/asic/asic-container.ts';
import { bytesSource, type ByteSource } from '../../../service/codecs/byte-source.ts';
import { compareDer } from '../../../service/codecs/asn1/der-writer.ts';
import { readSignedDataLayout } from '../../../service/codecs/cms/signed-data-layout.ts';
import { readWholeEntry } from '../../../service/codecs/zip/entry-data.ts';
import type { ZipEntry } from '../../../service/codecs/zip/local-headers.ts';
import { openZip } from '../../../service/codecs/zip/zip-archive.ts';
import type { SignatureFinding } from '../../../service/contract/http/verification.ts';
import type { StationError } from '../../../service/domain/station-error.ts';
import { openFileSource } from '../../../service/storage/file-source.ts';
import type { EngineTask } from '../engine.ts';
import { additionRefused, isIntactOfChosen, isNoWorse } from '../judged-signature.ts';
import { verdictOnContainer, type SignedContainer } from './signed-container.ts';

/** With room for what was added. */
const MAX_SIGNATURE_BYTES = MAX_SIGNATURE_FILE_BYTES + 1024 * 1024;

/**
 * After a signature was added: every earlier entry is there as it was and in its order, but for the one signature file of
 * ASiC-S, in which every earlier signer is there byte for byte; every earlier signature is judged as before; there is one
 * more, intact and of the chosen certificate. Throws StationError SIGNING_OPERATION_FAILED (permanent) otherwise.
 */
export async function requireAddedToContainer(task: EngineTask, before: SignedContainer): Promise<void> {
  const source = openFileSource(task.outputPath);
  try {
    await requireSameEntries(source, before);
    const { signatures } = await verdictOnContainer(before.format, source, task);
    const [own, ...more] = withoutEarlier(signatures, before.verdict.signatures);
    if (!isIntactOfChosen(own, task) || more.length > 0) {
      throw refused(`the new signature does not hold (${own?.reasonCodes.join(', ') ?? 'it is not there'})`);
    }
  } finally {
    source.close();
  }
}

async function requireSameEntries(source: ByteSource, before: SignedContainer): Promise<void> {
  const after = openZip(source).entries;
  for (const [index, entry] of openZip(before.source).entries.entries()) {
    const now = after[index];
    if (now?.name !== entry.name) throw refused('the entries are not in their order');
    if (isSameEntry(entry, now)) continue;
    const isIn = (list: readonly ZipEntry[]): boolean => list.some(({ name }) => name === entry.name);
    const isCades = isIn(before.entries.signatures);
    if (before.format !== 'ASiC_S' || (!isCades && !isIn(before.entries.xadesSignatures))) {
      throw refused(`${entry.name} is not as it was`);
    }
    const kept = await readWholeEntry(before.source, entry, MAX_SIGNATURE_BYTES);
    const found = await readWholeEntry(source, now, MAX_SIGNATURE_BYTES);
    const isKept = isCades ? hasSignersOf(found, kept) : startsLike(found, kept);
    if (!isKept) throw refused('an earlier signature is not as it was');
  }
}

function isSameEntry(one: ZipEntry, other: ZipEntry): boolean {
  const facts = ({ crc32, size, compressedSize, method, flags }: ZipEntry): string =>
    [crc32, size, compressedSize, method, flags].join();
  return facts(one) === facts(other);
}

function hasSignersOf(signedData: Uint8Array, earlier: Uint8Array): boolean {
  const signersOf = (bytes: Uint8Array): Uint8Array[] => {
    const { signerInfos } = readSignedDataLayout(bytesSource(bytes));
    return signerInfos.map(({ fields, unsignedAttributes }) => Buffer.concat([...fields, ...unsignedAttributes]));
  };
  const found = signersOf(signedData);
  return signersOf(earlier).every((signer) => found.some((other) => compareDer(other, signer) === 0));
}

/** XML to which an element was added at its end: the same up to the end of the last signature that was there. */
function startsLike(xml: Uint8Array, earlier: Uint8Array): boolean {
  const end = Buffer.from(earlier).lastIndexOf('Signature>') + 'Signature>'.length;
  return Buffer.compare(xml.subarray(0, end), earlier.subarray(0, end)) === 0;
}

/** The findings that are not those of earlier signatures, each of which must be there and judged no worse. */
function withoutEarlier(
  findings: readonly SignatureFinding[],
  earlier: readonly SignatureFinding[],
): SignatureFinding[] {
  const left = [...findings];
  for (const before of earlier) {
    // In a set of signers, names are places, which a further one may shift.
    const place = left.findIndex((now) => isSame(before, now));
    if (place < 0) throw refused(`the signature ${before.name}, made before, would no longer hold`);
    left.splice(place, 1);
  }
  return left;
}

function isSame(before: SignatureFinding, now: SignatureFinding): boolean {
  return (
    now.signature.signerThumbprint === before.signature.signerThumbprint &&
    now.claimedSigningTime === before.claimedSigningTime &&
    now.coversWholeDocument === before.coversWholeDocument &&
    isNoWorse(before, now)
  );
}

function refused(why: string): StationError {
  return additionRefused('container', why);
}
