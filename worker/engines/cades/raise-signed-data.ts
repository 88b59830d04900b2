import { OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN } from '../../../service/codecs/cms/object-identifiers.ts';
import {
  attributeOf,
  withMore,
  type SignedDataLayout,
  type SignerInfoLayout,
} from '../../../service/codecs/cms/signed-data-layout.ts';
import { encodeAttribute } from '../../../service/codecs/cms/signed-attributes.ts';
import { readBer } from '../../../service/codecs/asn1/asn1-reader.ts';
import { cannotRaise, type ExtensionTask } from '../extender.ts';
import { timestampOf } from '../timestamp-of.ts';

/**
 * Raises every signer of a SignedData to the task's level (EN 319 122-1 6.3). Signed attributes, content and signature
 * values stay byte for byte. Throws StationErrors, and Asn1Error for attributes that can't be read.
 */
export async function raiseSignedData(layout: SignedDataLayout, task: ExtensionTask): Promise<SignedDataLayout> {
  if (layout.signerInfos.length === 0) throw cannotRaise('it holds no signature');
  if (task.level !== 'T') throw cannotRaise(`level ${task.level} is not made for CAdES`);
  return timestampSigners(layout, task);
}

/** The same with a timestamp for every signer that has none (level T). */
export async function timestampSigners(layout: SignedDataLayout, task: ExtensionTask): Promise<SignedDataLayout> {
  const signerInfos: SignerInfoLayout[] = [];
  for (const signer of layout.signerInfos) signerInfos.push(await withTimestamp(signer, task));
  return { ...layout, signerInfos };
}

/** The signature-time-stamp attribute (RFC 3161 appendix A, EN 319 122-1 5.3): over the octets of the signature value. */
async function withTimestamp(signer: SignerInfoLayout, task: ExtensionTask): Promise<SignerInfoLayout> {
  const has = signer.unsignedAttributes.some(
    (attribute) => attributeOf(attribute).oid === OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN,
  );
  if (has) return signer;
  const signature = readBer(signer.fields.at(-1) ?? new Uint8Array(0));
  const token = await timestampOf(task, signature.octetStringPieces());
  const attribute = encodeAttribute(OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN, [token]);
  return { ...signer, unsignedAttributes: withMore(signer.unsignedAttributes, [attribute]) };
}
