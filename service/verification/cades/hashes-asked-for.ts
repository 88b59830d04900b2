import { hashOfDigestAlgorithm } from '../../codecs/cms/digest-algorithm.ts';
import type { SignedData } from '../../codecs/cms/signed-data-parser.ts';
import type { HashName } from '../../codecs/x509/hash-algorithm.ts';
import { readSignerScheme } from '../../codecs/cms/signer-scheme.ts';
import { orNull } from './signer-attributes.ts';

/**
 * The hashes of the content that the signers' judgement asks for: that of the message digest and, where there are no
 * attributes to hold one, that of the signature value.
 */
export function hashesAskedFor({ signerInfos }: Pick<SignedData, 'signerInfos'>): HashName[] {
  const names = signerInfos.flatMap((signerInfo) => [
    hashOfDigestAlgorithm(signerInfo.digestAlgorithm),
    signerInfo.signedAttrs === null ? orNull(() => readSignerScheme(signerInfo)?.hash ?? null) : null,
  ]);
  return [...new Set(names.filter((name) => name !== null))];
}
