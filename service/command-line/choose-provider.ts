import { z } from 'zod';
import { ProviderItem } from '../contract/http/providers.ts';
import { CommandFailure, stationFailure } from './command-failure.ts';
import type { StationApi } from './station-api.ts';
import { UsageError } from './usage-error.ts';

/**
 * The kind of key that a station has, if it is one. Throws UsageError that names them where there are several, or none, and
 * CommandFailure that names the option where the API key may not ask.
 */
export async function chooseProvider(api: StationApi, headers: Readonly<Record<string, string>>): Promise<string> {
  const question = { method: 'GET', path: '/api/v1/providers', headers } as const;
  const providers = await api.read(z.array(ProviderItem), question).catch((fault: unknown) => {
    if (!(fault instanceof CommandFailure) || fault.errorCode !== 'PERMISSION_DENIED') throw fault;
    throw stationFailure(
      fault.errorCode,
      `${fault.message} Name the kind of key by --signing-provider, and nobody has to ask.`,
    );
  });
  const types = [...new Set(providers.map(({ type }) => type))];
  const [only] = types;
  if (only !== undefined && types.length === 1) return only;
  if (only === undefined) throw new UsageError('The station has no key to sign with: doctor tells what is missing.');
  throw new UsageError(`The station has several kinds of keys: name one by --signing-provider ${types.join('|')}.`);
}
