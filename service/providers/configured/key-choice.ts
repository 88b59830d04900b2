import type { ProviderType } from '../../contract/vocabulary/provider-types.ts';
import { tell } from '../../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../domain/station-error.ts';
import type { SigningKey } from '../providers.ts';
import type { FoundKey } from '../token-host/protocol.ts';

/** What one provider said when asked for keys: those it shows, and why it cannot use or does not show all there are. */
export interface ProviderAnswer {
  readonly keys: readonly FoundKey[];
  readonly error: StationError | null;
}

/** Hex in upper case, without the spaces and colons that certificate viewers put in. */
export function normaliseThumbprint(thumbprint: string): string {
  return thumbprint.replaceAll(/[\s:]/g, '').toUpperCase();
}

/**
 * The key to sign with, from what all providers of the type answered. A named certificate may be on several of them
 * (the same key: the first that can sign is taken); without a name there must be exactly one usable certificate in all. Errors
 * are those of SigningDevice.selectKey. A provider that could not answer counts only where it could change the outcome,
 * and one that shows the certificate says better than the others why it cannot sign.
 */
export function chooseKey(
  providerType: ProviderType,
  thumbprint: string | null,
  answers: readonly ProviderAnswer[],
): SigningKey {
  if (answers.length === 0) {
    throw new StationError(
      'SIGNING_PROVIDER_UNSUPPORTED',
      tell('PROVIDER_TYPE_NOT_CONFIGURED', { type: providerType }),
    );
  }
  const keys = answers.flatMap((answer) => answer.keys);
  const usable = keys.filter((key) => key.usability === 'usable');
  const [first] = usable;
  if (thumbprint !== null && first !== undefined) return signingKey(first);
  const error = firstError(answers.filter(({ keys: shown }) => !showsNothingElse(shown, first)));
  if (error !== null) throw error;
  if (first === undefined) throw nothingUsable(keys, thumbprint);
  const count = new Set(usable.map(named)).size;
  if (count > 1) {
    throw new StationError('SIGNING_PROVIDER_UNSUPPORTED', tell('CERTIFICATES_SEVERAL', { count, type: providerType }));
  }
  return signingKey(first);
}

/** Why a provider cannot sign does not matter where all that it shows is what another one signs with. */
function showsNothingElse(shown: readonly FoundKey[], usable: FoundKey | undefined): boolean {
  return usable !== undefined && shown.length > 0 && shown.every((key) => named(key) === named(usable));
}

function named({ certificate }: FoundKey): string {
  return Buffer.from(certificate).toString('base64');
}

function firstError(answers: readonly ProviderAnswer[]): StationError | null {
  const isLocked = ({ keys }: ProviderAnswer): boolean => keys.some(({ usability }) => usability === 'locked');
  const isOfPin = ({ error }: ProviderAnswer): boolean => error?.area === 'pin';
  const failed = answers.filter(({ error }) => error !== null);
  // That one token has it no more says nothing of one that is away.
  const mayCome = ({ error }: ProviderAnswer): boolean => error !== null && error.waitReason !== null;
  return (failed.find(isLocked) ?? failed.find(isOfPin) ?? failed.find(mayCome) ?? failed[0])?.error ?? null;
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
