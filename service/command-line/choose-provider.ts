import { z } from 'zod';
import { CertificateDescriptor, ProviderItem } from '../contract/http/providers.ts';
import { CommandFailure, stationFailure } from './command-failure.ts';
import type { StationApi } from './station-api.ts';
import { UsageError } from './usage-error.ts';

/** Of the HTTP questions that are asked here. */
type Headers = Readonly<Record<string, string>>;

/**
 * The kind of key that a station has, if it is one, or that of the certificate that is wanted. Throws UsageError that names
 * the kinds where there are several, or none, and CommandFailure that names the option where the API key may not ask.
 */
export async function chooseProvider(api: StationApi, headers: Headers, thumbprint?: string): Promise<string> {
  const question = { method: 'GET', path: '/api/v1/providers', headers } as const;
  const providers = await api.read(z.array(ProviderItem), question).catch(nameOption);
  const types = [...new Set(providers.map(({ type }) => type))];
  const [only] = types;
  if (only !== undefined && types.length === 1) return only;
  if (only === undefined) throw new UsageError('The station has no key to sign with: doctor tells what is missing.');
  if (thumbprint !== undefined) return await kindOf(api, headers, thumbprint);
  throw new UsageError(`The station has several kinds of keys: name one by --signing-provider ${types.join('|')}.`);
}

/** Of the holder of a certificate, which one certificate names by either of its thumbprints. */
async function kindOf(api: StationApi, headers: Headers, thumbprint: string): Promise<string> {
  const question = { method: 'GET', path: `/api/v1/certificates/${encodeURIComponent(thumbprint)}`, headers } as const;
  return (await api.read(CertificateDescriptor, question).catch(nameOption)).providerType;
}

function nameOption(fault: unknown): never {
  if (!(fault instanceof CommandFailure) || fault.errorCode !== 'PERMISSION_DENIED') throw fault;
  throw stationFailure(
    fault.errorCode,
    `${fault.message} Name the kind of key by --signing-provider, and nobody has to ask.`,
  );
}
