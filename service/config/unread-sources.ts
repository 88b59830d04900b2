import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import { SECRET_VARIABLE_PREFIX, secretVariableName } from '../secrets/secret-names.ts';
import { editDistance, nearestKey } from './configuration-keys.ts';
import { fileOf, sectionNames, type Configuration } from './configuration.ts';
import { USUAL_PROVIDER_SECRETS } from './provider-settings-schema.ts';

/** Names that settings need not name: they have no setting, or one that is left out. */
const FIXED_SECRETS = ['Timestamping:Password', 'Signing:Demo:Password'];
/** So few letters apart two names are taken for one that was misspelt. */
const MISSPELT_LETTERS = 2;

/**
 * A sentence for each thing that somebody wrote for the station and that nothing reads, for the log of a start: secrets
 * under other names, variables that are nearly settings, a second file of settings. They are not refused, since several
 * stations or programs may share an environment or a folder. Values are never repeated. `environment` is that of the start.
 */
export async function unreadSources(
  configuration: Configuration,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string[]> {
  const { Directory } = configuration.Data;
  const secrets = path.join(Directory, 'secrets');
  const known = [...secretNamesIn(configuration), ...FIXED_SECRETS].map(variableOf);
  const unused = unusedSecrets(configuration);
  const files = await readdir(secrets).catch(() => []);
  return [
    ...Object.keys(environment).flatMap((name) => unreadVariable(name, known)),
    ...Object.keys(environment).flatMap((name) =>
      sayUnused(`environment variable ${name}`, unused.get(name.toUpperCase())),
    ),
    ...files.flatMap((name) => sayUnused(`file ${path.join(secrets, name)}`, unused.get(name))),
    ...files
      .filter((name) => isSecret(name) && !known.includes(name))
      .map((name) => `The file ${path.join(secrets, name)} is read by nothing. ${didYouMean(name, known)}`),
    ...(await unreadFile(path.join(Directory, 'config.json'), fileOf(configuration))),
  ];
}

/** Secrets whose names are known and that nothing asks for, with the setting that would: by the name of the variable. */
function unusedSecrets(configuration: Configuration): Map<string, string> {
  const { Timestamping, ValidationData } = configuration;
  const all = secretNamesIn(configuration);
  const isNamedAgain = (secret: string): boolean => all.filter((name) => name === secret).length > 1;
  const proxyOf = (section: string, address: string | null, key: string): string =>
    address === null ? `${section}:${key} is not set` : `${section}:ProxyUsername is not set`;
  const unused: readonly (readonly [isUnused: boolean, secret: string, reason: string])[] = [
    [
      Timestamping.Url === null,
      Timestamping.PasswordSecretName ?? 'Timestamping:Password',
      'Timestamping:Url is not set',
    ],
    [
      Timestamping.ProxyUrl === null || Timestamping.ProxyUsername === null,
      Timestamping.ProxyPasswordSecretName,
      proxyOf('Timestamping', Timestamping.ProxyUrl, 'ProxyUrl'),
    ],
    [
      ValidationData.Proxy === null || ValidationData.ProxyUsername === null,
      ValidationData.ProxyPasswordSecretName,
      proxyOf('ValidationData', ValidationData.Proxy, 'Proxy'),
    ],
  ];
  return new Map(
    unused.flatMap(([isUnused, secret, reason]) =>
      isUnused && !isNamedAgain(secret) ? [[variableOf(secret), reason]] : [],
    ),
  );
}

function sayUnused(what: string, reason: string | undefined): string[] {
  return reason === undefined ? [] : [`The ${what} is read by nothing: ${reason}.`];
}

function unreadVariable(name: string, known: readonly string[]): string[] {
  const upper = name.toUpperCase();
  if (known.includes(upper)) return [];
  const said = `The environment variable ${name} is read by nothing.`;
  if (isSecret(upper) || isNear(upper.slice(0, SECRET_VARIABLE_PREFIX.length), SECRET_VARIABLE_PREFIX)) {
    return [`${said} ${didYouMean(upper, known)}`];
  }
  const [section = '', ...keys] = name.split('__');
  const meant = sectionNames().find((each) => isNear(section.toUpperCase(), each.toUpperCase()));
  const isMisspelt = keys.length > 0 && meant !== undefined && meant.toLowerCase() !== section.toLowerCase();
  return isMisspelt ? [`${said} Did you mean ${[meant, ...keys].join('__')}?`] : [];
}

async function unreadFile(usual: string, read: string | null): Promise<string[]> {
  if (read === null || read === usual) return [];
  const said = [`The settings in ${usual} are not read: --config names ${read}.`];
  return access(usual).then(
    () => said,
    () => [],
  );
}

/** The values of all settings that name a secret. */
function secretNamesIn(settings: object): string[] {
  return Object.entries(settings).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null) return secretNamesIn(value);
    return key.endsWith('SecretName') && typeof value === 'string' ? [value] : [];
  });
}

function variableOf(name: string): string {
  return SECRET_VARIABLE_PREFIX + secretVariableName(name);
}

function isSecret(name: string): boolean {
  return name.startsWith(SECRET_VARIABLE_PREFIX);
}

function isNear(name: string, meant: string): boolean {
  return Math.abs(name.length - meant.length) <= MISSPELT_LETTERS && editDistance(name, meant) <= MISSPELT_LETTERS;
}

function didYouMean(name: string, known: readonly string[]): string {
  // Somebody may have written a secret before its provider.
  const nearest = nearestKey(name, [...known, ...USUAL_PROVIDER_SECRETS.map(variableOf)]);
  return nearest === name ? 'No provider is configured whose secret it is.' : `Did you mean ${nearest}?`;
}
