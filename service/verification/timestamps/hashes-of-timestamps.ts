import { bytesSource, type ByteSource } from '../../codecs/byte-source.ts';
import { openSignedData, type SignedData } from '../../codecs/cms/signed-data-parser.ts';
import type { HashName } from '../../codecs/x509/hash-algorithm.ts';
import { orNull } from '../cades/signer-attributes.ts';
import { tstInfoOf } from '../cades/timestamp-token.ts';
import { WorkBudget } from '../work-budget.ts';
import { findCmsTimestamps } from './cms-timestamps.ts';

/**
 * The hashes by which the timestamps of a CMS signature are taken: some of them are over the content, too (EN 319 122-1
 * 5.2.8, 5.5.3), by hashes of their own. Whoever reads a content once needs to know them before. Never throws for
 * anything in the signature.
 */
export function hashesOfTimestamps(signedData: SignedData, source: ByteSource): HashName[] {
  const around = { signedData, source, digestContent: null, readContent: null, budget: new WorkBudget(0) };
  const tokens = signedData.signerInfos.flatMap((signerInfo) => findCmsTimestamps({ ...around, signerInfo }));
  const hashes = tokens.map(({ found: { token } }) =>
    orNull(() => tstInfoOf(openSignedData(bytesSource(token), { trailing: 'none' }))?.messageImprint.hash ?? null),
  );
  return [...new Set(hashes.filter((hash) => hash !== null))];
}
