import type { ProviderType } from '../contract/vocabulary/provider-types.ts';
import type { SignatureRequest } from './records.ts';

/** The type of provider that a request of the kind Signature asks. Throws TypeError for one that asks none. */
export function signingProviderOf({
  id,
  signingProvider,
}: Pick<SignatureRequest, 'id' | 'signingProvider'>): ProviderType {
  if (signingProvider === null) throw new TypeError(`Request ${id} adds evidence: no provider signs it.`);
  return signingProvider;
}
