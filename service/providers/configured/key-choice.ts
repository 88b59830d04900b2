import type { ProviderType } from '../../contract/vocabulary/signing.ts';
import { StationError } from '../../domain/station-error.ts';
import type { SigningKey } from '../providers.ts';
import type { FoundKey } from '../token-host/protocol.ts';

/** What one provider said when asked for keys: those it has, or why it cannot say. */
export type ProviderAnswer = { readonly keys: readonly FoundKey[] } | { readonly error: StationError };

/** Hex in upper case, without the spaces and colons that certificate viewers put in. */
export function normaliseThumbprint(thumbprint: string): string {
  return thumbprint.replaceAll(/[\s:]/g, '').toUpperCase();
}

/**
 * The key to sign with, from what all providers of the type answered. A named certificate may be on several of them
 * (the same key: the first usable is taken); without a name there must be exactly one usable key in all. Errors are
 * those of SigningDevice.selectKey; a provider that could not answer counts only where it could change the outcome.
 */
export function chooseKey(
  providerType: ProviderType,
  thumbprint: string | null,
  answers: readonly ProviderAnswer[],
): SigningKey {
  if (answers.length === 0) {
    throw new StationError('SIGNING_PROVIDER_UNSUPPORTED', `No provider of type ${providerType} is configured.`);
  }
  const keys = answers.flatMap((answer) => ('keys' in answer ? answer.keys : []));
  const usable = keys.filter((key) => key.usability === 'usable');
  const [first] = usable;
  if (thumbprint !== null && first !== undefined) return signingKey(first);
  for (const answer of answers) if ('error' in answer) throw answer.error;
  if (first === undefined) throw nothingUsable(keys, thumbprint);
  if (usable.length > 1) {
    throw new StationError(
      'SIGNING_PROVIDER_UNSUPPORTED',
      `There are ${usable.length} signing certificates on ${providerType} providers: name one by its thumbprint.`,
    );
  }
  return signingKey(first);
}

function nothingUsable(keys: readonly FoundKey[], thumbprint: string | null): StationError {
  const outside = keys.find((key) => key.usability === 'outside-validity');
  if (outside !== undefined) return new StationError('SIGNING_CERTIFICATE_EXPIRED', outside.reason ?? 'Not valid now.');
  const [unusable] = keys;
  const wanted = thumbprint === null ? 'A signing certificate' : `The certificate ${thumbprint}`;
  const problem = unusable?.reason == null ? 'was not found on the provider.' : `cannot sign: ${unusable.reason}`;
  return new StationError('SIGNING_CERTIFICATE_NOT_FOUND', `${wanted} ${problem}`);
}

function signingKey(found: FoundKey): SigningKey {
  const { providerId, providerType, keyId, certificate, chain, algorithms } = found;
  return { providerId, providerType, keyId, certificate, chain, algorithms };
}
