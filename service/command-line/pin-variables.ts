import type { Configuration } from '../config/configuration.ts';
import { configuredProviders } from '../config/provider-entries.ts';
import { byKind } from '../contract/vocabulary/provider-types.ts';
import type { ParsedOptions } from './parse-options.ts';
import { askHidden, readSecretFrom } from './hidden-input.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** Where PINs come from when a command signs with a station of its own. */
export interface PinSources {
  readonly configuration: Pick<Configuration, 'Signing'>;
  readonly terminal: Terminal;
  /** A secret of the environment or of the secrets folder. */
  readSecret(name: string): Promise<string | undefined>;
  /** The variable of the environment under which a station reads a secret. */
  variableOf(secretName: string): string;
}

interface Holder {
  readonly name: string;
  readonly secretName: string;
}

/**
 * What a station of this command's own needs to know beside the secrets that are there: the PIN of the provider to sign
 * with, from `--pin-fd`, from the secret that `--pin-secret` names, or asked on the terminal. Never an argument, which
 * every user of the machine could read. Throws UsageError where it is not clear whose PIN it is.
 */
export async function pinVariables(options: ParsedOptions, sources: PinSources): Promise<Record<string, string>> {
  const [descriptor, named] = [options.values.get('pin-fd'), options.values.get('pin-secret')];
  if (descriptor !== undefined && named !== undefined) {
    throw new UsageError('--pin-fd and --pin-secret exclude each other.');
  }
  const holders = holdersOf(sources.configuration.Signing, options.values.get('signing-provider'));
  const secretNames = new Set(holders.map(({ secretName }) => secretName));
  const [holder] = holders;
  if (descriptor === undefined && named === undefined) {
    return holder === undefined || secretNames.size > 1 ? {} : askFor(holder, sources);
  }
  if (holder === undefined) throw new UsageError('No configured provider of this kind takes a PIN.');
  if (secretNames.size > 1) {
    throw new UsageError('Several providers have PINs of their own: name the kind by --signing-provider.');
  }
  const pin = descriptor === undefined ? await sources.readSecret(named ?? '') : readSecretFrom(descriptor);
  if (pin === undefined) throw new UsageError(`There is no secret by the name that --pin-secret gives.`);
  return { [sources.variableOf(holder.secretName)]: pin };
}

/** Nothing is asked for what is known; nobody at the terminal leaves the job waiting, which says why. */
async function askFor({ name, secretName }: Holder, sources: PinSources): Promise<Record<string, string>> {
  if ((await sources.readSecret(secretName)) !== undefined) return {};
  const pin = await askHidden(sources.terminal, `PIN or password of ${name}`);
  return pin === null || pin === '' ? {} : { [sources.variableOf(secretName)]: pin };
}

/** Of a provider whose PIN a person enters at the station there is no secret to be told. */
function holdersOf(signing: Configuration['Signing'], type: string | undefined): Holder[] {
  return configuredProviders(signing)
    .filter((provider) => type === undefined || provider.type === type)
    .flatMap((provider) => {
      const secretName = byKind(provider, {
        'key-file': ({ passwordSecretName }) => passwordSecretName,
        token: ({ pinSecretName }) => pinSecretName,
      });
      return secretName === null ? [] : [{ name: provider.name, secretName }];
    });
}
