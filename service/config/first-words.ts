import type { Configuration } from './configuration.ts';
import { firstProviderType } from './provider-entries.ts';

/** What a station that has started says of itself to whoever started it at a terminal. */
export function firstWords(url: string, configuration: Configuration): readonly string[] {
  const { Data, Roles } = configuration;
  const isAsked = Roles.includes('api');
  return [
    isAsked
      ? `Signing Station is at ${url}/`
      : `Signing Station (${Roles.join(', ')}) shows its health at ${url}/health`,
    `Its data is in ${Data.Directory}`,
    ...(isAsked ? firstDocument(url, configuration) : []),
    ...openTo(configuration),
  ];
}

function firstDocument(url: string, configuration: Configuration): string[] {
  const { Authentication, Roles } = configuration;
  if (!Roles.includes('token-host')) {
    return ['It holds no keys: what it accepts is signed by other stations, which the page Stations shows.'];
  }
  const type = firstProviderType(configuration);
  if (type === undefined) {
    return ['Nothing can sign yet: no provider is configured (Signing). The Providers page and `doctor` find tokens.'];
  }
  const key = Authentication.Enabled ? " -H 'X-Api-Key: ...'" : '';
  return [
    'Sign a first document: open the address in a browser and drop a PDF on the page, or',
    `  curl${key} -F file=@document.pdf -F format=PAdES -F profile=B -F signingProvider=${type} ${url}/api/v1/signatures`,
  ];
}

/** What somebody who is not alone on the machine has to know. */
function openTo({ Server, Authentication }: Configuration): string[] {
  if (Authentication.Enabled || Server.LocalUsers === 'own') return [];
  return ['Every user of this machine can use it without a key; --Server:LocalUsers=own closes it to the others.'];
}
